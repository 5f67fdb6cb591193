/**
 * Sending mail: gathers the facts that the service has to tell. `lib/mail` finds the words.
 *
 * A mail is put together when it is sent, from the account as it is then, so a link is never
 * older than its mail and the outbox holds little of anybody's data.
 */
import type { User } from '../model/account.ts';
import type { Facts, MailMessage, MailName, MailTask, MailTaskOf } from '../model/job.ts';
import type { World } from '../ports/world.ts';
import { GATHER } from './mail-facts.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'links' | 'mailer' | 'random' | 'resets' | 'testimonies'>;

/** Sends the mail unless what it says has become untrue meanwhile. */
export async function sendMail(task: MailTask, needs: Needs): Promise<void> {
  const user = await needs.accounts.find(task.userId);
  const facts = user && (await gather(task, user, needs));
  if (!user || !facts) return;
  const message = { ...facts, name: task.mail, firstName: user.firstName } as MailMessage;
  await needs.mailer.send('to' in task ? task.to : user.email, message);
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
