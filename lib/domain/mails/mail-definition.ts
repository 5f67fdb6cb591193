/**
 * Definition of a mail: the class that determines its limits, and the function that loads its facts. The texts are in
 * `lib/mail/`. A mail is defined once (infra/docs/developers.md#add-a-mail).
 */
import type { User } from '../model/accounts/account.ts';
import type { Job } from '../model/jobs/job.ts';
import type { MailName, MailTaskOf, MailTypes } from '../model/mails/mail.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Mails whose recipient has no account. Their facts are members of their tasks, so they have no loader. */
type MailWithoutAccount = 'account-closed' | 'partner-changed';

export type MailToUser = Exclude<MailName, MailWithoutAccount>;

export type UserMailDefinitions = { readonly [Name in MailToUser]: MailDefinition<Name> };

export type MailDefinitions = UserMailDefinitions & { readonly [Name in MailWithoutAccount]: LimitedMail };

interface LimitedMail {
  readonly limitClass: LimitClass;
}

interface MailDefinition<Name extends MailName> extends LimitedMail {
  /** Loads the facts of the mail. Resolves to undefined when the mail no longer applies and must not be sent. */
  loadFacts(
    user: User,
    task: MailTaskOf<Name>,
    deps: MailFactDependencies,
    job: Job,
  ): Promise<MailTypes[Name]['facts'] | undefined>;
}

/**
 * Class of a mail, which determines its limits. `access`: needed to use the account at all, so an unverified e-mail
 * address can get more of these mails. `security`: a notice that protects the owner of the account.
 */
type LimitClass = 'access' | 'security' | 'other';

export type MailFactDependencies = Pick<
  Dependencies,
  'accounts' | 'clock' | 'digests' | 'linkSigner' | 'partners' | 'random' | 'resetTokens' | 'testimonies'
>;

/** Loader of mails whose texts contain no facts. */
export const loadNoFacts = async () => ({});

/** Definition of a security notice whose text contains no facts. */
export const SECURITY_NOTICE = { limitClass: 'security', loadFacts: loadNoFacts } as const;
