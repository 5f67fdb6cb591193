/**
 * Sending of mails. A mail is composed from the current account at the time of sending, so the outbox contains little
 * personal data. A mail beyond a limit is recorded, but not sent (infra/docs/api/mails.md#limits).
 */
import { deriveId } from '../derive-id.ts';
import { PermanentFailure, UnknownTaskError } from '../errors.ts';
import type { User } from '../model/accounts/account.ts';
import type { Change } from '../model/change.ts';
import type { Job, TaskOf } from '../model/jobs/job.ts';
import type { MailMessage, MailName, MailTask, MailTaskOf, MailTypes } from '../model/mails/mail.ts';
import type { MailRecord, MailState } from '../model/mails/mail-record.ts';
import type { Partner } from '../model/partners/partner.ts';
import { findPartner, getFrontendUrl } from '../partners/frontend.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import type { MailFactDependencies, MailToUser, UserMailDefinitions } from './mail-definition.ts';
import { MAIL_DEFINITIONS } from './mail-definitions.ts';
import { countMail, findRecipient } from './mail-limits.ts';

type Deps = MailFactDependencies & Pick<Dependencies, 'mailer' | 'unitOfWork'>;

/**
 * Sends a mail, unless it no longer applies.
 * @returns the record of the mail, even if a limit withheld it; undefined when the mail no longer applies or the
 * account is deleted
 * @throws MailRejected when the provider rejects the mail permanently
 * @throws UnknownTaskError for a mail that this version of the service does not know
 */
export async function sendMail(task: MailTask, job: Job, deps: Deps): Promise<MailRecord | undefined> {
  assertKnownMail(task.mail);
  if (task.mail === 'account-closed') {
    // For a deleted account, the greeting contains no name, and no record of the mail is stored.
    const partner = task.partnerId === undefined ? undefined : await deps.partners.find(task.partnerId);
    const isHeld = isMailHeld(partner);
    const recipient = { ...findRecipient(task, undefined), market: isHeld ? task.partnerId : undefined };
    const isSendable = await countMail(task, recipient, job, deps);
    const message = { name: task.mail, firstName: null };
    if (isSendable && !isHeld) await deps.mailer.send(task.to, render(message, partner, deps));
    return undefined;
  }
  if (task.mail === 'partner-changed') return sendPartnerMail(task, job, deps);
  const user = await deps.accounts.find(task.userId);
  const partner = user && (await findPartner(user, deps));
  const facts = user && (await gather(task, user, job, deps));
  if (!user || !facts) return undefined;
  const recipient = findRecipient(task, user);
  const { address: to } = recipient;
  const message = { ...facts, name: task.mail, firstName: chooseGreeting(user, to) } as MailMessage;
  const isSendable = await countMail(task, recipient, job, deps, claimDigest(message));
  return post({ userId: user.id, partner }, to, message, isSendable, job, deps, isMailHeld(partner));
}

/**
 * Returns whether mails to the users of a partner are held. Those of a self-registered partner are never sent, so that
 * nobody can use the service to mail links to strangers.
 */
const isMailHeld = (partner: Partner | undefined): boolean => partner?.isSelfRegistered ?? false;

/** Mails a change to a partner. In a sandbox the mail is never sent, because anybody can register any address there. */
async function sendPartnerMail(
  task: MailTaskOf<'partner-changed'>,
  job: Job,
  deps: Deps,
): Promise<MailRecord | undefined> {
  const { userId: partnerId, change, mail: name } = task;
  const partner = await deps.partners.find(partnerId);
  if (!partner) return undefined;
  const { email: address } = partner;
  const isSendable = await countMail(task, { address, isVerified: true }, job, deps);
  const message = { name, firstName: null, partnerId, change };
  const owner = { userId: partnerId, partner };
  return post(owner, address, message, isSendable, job, deps, deps.partners.areMarkets);
}

/**
 * Returns the first name for the greeting, or null if the recipient is not the user's verified e-mail address. Without
 * this check, anybody could register with another person's e-mail address and send that person a text of their choice
 * in place of the first name.
 */
function chooseGreeting({ email, emailVerified, firstName }: User, to: string): string | null {
  return emailVerified && to === email ? firstName : null;
}

function assertKnownMail(mail: MailName): void {
  if (!Object.hasOwn(MAIL_DEFINITIONS, mail)) throw new UnknownTaskError(`unknown mail: ${mail}`);
}

export async function sendMailIfAddressKnown(
  { address, mail, market }: TaskOf<'mail-if-known'>,
  job: Job,
  deps: Deps,
): Promise<MailRecord | undefined> {
  assertKnownMail(mail);
  const owner = await deps.accounts.findCredentials(address, market);
  return owner && sendMail({ kind: 'mail', mail, userId: owner.userId, to: address }, job, deps);
}

const render = (message: MailMessage, partner: Partner | undefined, { mailer, linkSigner }: Deps) =>
  mailer.render(message, getFrontendUrl(partner) ?? linkSigner.frontendUrl);

async function post(
  { userId, partner }: Pick<MailRecord, 'userId'> & { readonly partner: Partner | undefined },
  to: string,
  message: MailMessage,
  isSendable: boolean,
  { id, keyAttempt = 0 }: Job,
  deps: Deps,
  isHeld: boolean,
): Promise<MailRecord> {
  const { clock, mailer } = deps;
  const rendered = render(message, partner, deps);
  const createRecord = (state: MailState): MailRecord => ({
    id: deriveId(id, `mail ${keyAttempt}`),
    userId,
    ...(partner && { partnerId: partner.id }),
    jobId: id,
    to,
    ...rendered,
    sentAt: clock.now().toISOString(),
    state,
  });
  if (!isSendable) return createRecord('withheld');
  if (isHeld) return createRecord('held');
  try {
    const unsubscribeUrl = 'unsubscribeUrl' in message ? message.unsubscribeUrl : undefined;
    return createRecord(await mailer.send(to, rendered, unsubscribeUrl));
  } catch (error) {
    throw error instanceof PermanentFailure ? new MailRejected(createRecord('refused'), error) : error;
  }
}

function gather<Name extends MailToUser>(
  task: MailTaskOf<Name>,
  user: User,
  job: Job,
  deps: Deps,
): Promise<MailTypes[Name]['facts'] | undefined> {
  const definitions: UserMailDefinitions = MAIL_DEFINITIONS;
  return definitions[task.mail as Name].loadFacts(user, task, deps, job);
}

/** Returns the change that claims the period of a digest, so that no other digest covers it. */
function claimDigest(message: MailMessage): Change[] {
  return message.name === 'new-testimonies' ? [{ kind: 'digest-claimed', ...message.claim }] : [];
}

/** Error for a mail that the mail provider has rejected permanently. It contains the record of the mail. */
export class MailRejected extends PermanentFailure {
  override readonly name = 'MailRejected';
  readonly mail: MailRecord;

  constructor(mail: MailRecord, cause: PermanentFailure) {
    super(cause.message, { cause: cause.cause });
    this.mail = mail;
  }
}
