/**
 * Sending mail: gathers the facts that the service has to tell. `lib/mail` finds the words.
 *
 * A mail is put together when it is sent, from the account as it is then, so a link is never
 * older than its mail and the outbox holds little of anybody's data.
 */
import type { User } from '../model/account.ts';
import type { Facts, MailMessage, MailName, MailTask, MailTaskOf } from '../model/mail.ts';
import type { World } from '../ports/world.ts';
import { GATHER } from './mail-facts.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'links' | 'mailer' | 'random' | 'resets' | 'testimonies'>;

/** Sends the mail unless what it says has become untrue meanwhile. */
export async function sendMail(task: MailTask, needs: Needs): Promise<void> {
  if (task.mail === 'account-closed') {
    // Whoever it is for has no name here any more.
    return needs.mailer.send(task.to, { name: task.mail, firstName: null });
  }
  const user = await needs.accounts.find(task.userId);
  const facts = user && (await gather(task, user, needs));
  if (!user || !facts) return;
  const to = 'to' in task ? task.to : user.email;
  const message = { ...facts, name: task.mail, firstName: greeted(user, to) } as MailMessage;
  await needs.mailer.send(to, message);
}

/** Nobody is sent a stranger's words: a name goes only to an address that its owner has proved to be theirs. */
function greeted({ email, emailVerified, firstName }: User, to: string): string | null {
  return emailVerified && to === email ? firstName : null;
}

/** Sends it to whoever owns the address, if anybody does. */
export async function sendMailIfKnown(
  address: string,
  mail: 'verify-email' | 'password-reset',
  needs: Needs,
): Promise<void> {
  const owner = await needs.accounts.findCredentials(address);
  if (owner) await sendMail({ kind: 'mail', mail, userId: owner.userId, to: address }, needs);
}

function gather<Name extends MailName>(
  task: MailTaskOf<Name>,
  user: User,
  needs: Needs,
): Promise<Facts[Name] | undefined> {
  return GATHER[task.mail as Name](user, task, needs);
}
