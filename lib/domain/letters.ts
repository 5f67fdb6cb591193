/**
 * What the service has to tell people by mail: the facts. `lib/mail` finds the words.
 *
 * A letter is put together when it is sent, from the account as it is then, so a link is never
 * older than its mail and the outbox holds little of anybody's data.
 */
import type { User } from './accounts.ts';
import type { MailTask } from './jobs.ts';
import { makeResetLink, RESET_MINUTES } from './password-reset.ts';
import { verificationLink } from './signed-links.ts';
import type { World } from './world.ts';

interface Facts {
  'verify-email': { readonly link: string; readonly validMinutes: number };
  'expert-approved': { readonly frontendUrl: string };
  'password-reset': { readonly link: string; readonly validMinutes: number };
  'password-changed': object;
  'address-changed': object;
  'bank-account-changed': { readonly ibanEnd: string };
  'identity-accepted': object;
  'identity-rejected': { readonly reason: string };
}

export type LetterName = keyof Facts;
export type LetterOf<Name extends LetterName> = Facts[Name] & {
  readonly name: Name;
  readonly firstName: string | null;
};
export type Letter = { [Name in LetterName]: LetterOf<Name> }[LetterName];

const VERIFICATION_MINUTES = 60;

type Needs = Pick<World, 'accounts' | 'clock' | 'links' | 'mailer' | 'random' | 'resets'>;

/** Undefined when there is nothing to tell any more. */
type Composer<Name extends LetterName> = (
  user: User,
  task: Pick<MailTask, 'reason'>,
  needs: Needs,
) => Promise<Facts[Name] | undefined>;

const composers: { readonly [Name in LetterName]: Composer<Name> } = {
  'verify-email': async (user, _, needs) =>
    user.emailVerified
      ? undefined
      : {
          link: await verificationLink(user, VERIFICATION_MINUTES, needs),
          validMinutes: VERIFICATION_MINUTES,
        },
  'expert-approved': async (_user, _task, { links }) => ({ frontendUrl: links.frontendUrl }),
  'password-reset': async (user, _, needs) => ({
    link: await makeResetLink(user, needs),
    validMinutes: RESET_MINUTES,
  }),
  'password-changed': async () => ({}),
  'address-changed': async () => ({}),
  'bank-account-changed': async user =>
    user.role === 'expert' ? { ibanEnd: user.bankAccount.iban.slice(-4) } : undefined,
  'identity-accepted': async () => ({}),
  'identity-rejected': async (_, { reason }) => ({ reason: reason ?? '' }),
};

/** Sends the letter unless what it says has become untrue meanwhile. */
export async function sendLetter(task: MailTask, needs: Needs): Promise<void> {
  const user = await needs.accounts.find(task.userId);
  const facts = user && (await composers[task.mail](user, task, needs));
  if (!user || !facts) return;
  const letter = { ...facts, name: task.mail, firstName: user.firstName } as Letter;
  await needs.mailer.send(task.to ?? user.email, letter);
}

/** Sends it to whoever owns the address, if anybody does. */
export async function sendIfKnown(
  address: string,
  mail: 'verify-email' | 'password-reset',
  needs: Needs,
): Promise<void> {
  const owner = await needs.accounts.findCredentials(address);
  if (owner) await sendLetter({ kind: 'mail', mail, userId: owner.userId }, needs);
}
