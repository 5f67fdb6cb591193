/**
 * Sending mail: gathers the facts that the service has to tell. `lib/mail` finds the words.
 *
 * A mail is put together when it is sent, from the account as it is then, so a link is never
 * older than its mail and the outbox holds little of anybody's data.
 */
import { MailRefused, PermanentFailure } from '../errors.ts';
import type { User } from '../model/account.ts';
import type { Job } from '../model/job.ts';
import type { KeptMail, MailState } from '../model/kept-mail.ts';
import type { Facts, MailMessage, MailName, MailTask, MailTaskOf } from '../model/mail.ts';
import type { World } from '../ports/world.ts';
import { derivedId } from '../records.ts';
import { GATHER } from './mail-facts.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'links' | 'mailer' | 'random' | 'resets' | 'testimonies'>;

/**
 * Sends the mail unless what it says has become untrue meanwhile.
 * @returns what is to be kept of it. @throws MailRefused
 */
export async function sendMail(task: MailTask, job: Job, needs: Needs): Promise<KeptMail | undefined> {
  if (task.mail === 'account-closed') {
    // Whoever it is for has no name here any more, and no account that it could be kept by.
    await needs.mailer.send(task.to, needs.mailer.word({ name: task.mail, firstName: null }));
    return undefined;
  }
  const user = await needs.accounts.find(task.userId);
  const facts = user && (await gather(task, user, needs));
  if (!user || !facts) return undefined;
  const to = 'to' in task ? task.to : user.email;
  return post(
    user.id,
    to,
    { ...facts, name: task.mail, firstName: greeted(user, to) } as MailMessage,
    job,
    needs,
  );
}

/** Nobody is sent a stranger's words: a name goes only to an address that its owner has proved to be theirs. */
function greeted({ email, emailVerified, firstName }: User, to: string): string | null {
  return emailVerified && to === email ? firstName : null;
}

/** Sends it to whoever owns the address, if anybody does. */
export async function sendMailIfKnown(
  { address, mail }: { readonly address: string; readonly mail: 'verify-email' | 'password-reset' },
  job: Job,
  needs: Needs,
): Promise<KeptMail | undefined> {
  const owner = await needs.accounts.findCredentials(address);
  return owner && sendMail({ kind: 'mail', mail, userId: owner.userId, to: address }, job, needs);
}

async function post(
  userId: string,
  to: string,
  message: MailMessage,
  { id, tryKey = 0 }: Job,
  { clock, mailer }: Needs,
): Promise<KeptMail> {
  const worded = mailer.word(message);
  const kept = (state: MailState): KeptMail => ({
    ...{ id: derivedId(id, `mail ${tryKey}`), userId, to },
    ...{ ...worded, sentAt: clock.now().toISOString(), state },
  });
  try {
    return kept(await mailer.send(to, worded));
  } catch (error) {
    throw error instanceof PermanentFailure ? new MailRefused(kept('refused'), error) : error;
  }
}

function gather<Name extends MailName>(
  task: MailTaskOf<Name>,
  user: User,
  needs: Needs,
): Promise<Facts[Name] | undefined> {
  return GATHER[task.mail as Name](user, task, needs);
}
