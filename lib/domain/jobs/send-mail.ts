/**
 * Sending mail: gathers the facts that the service has to tell. `lib/mail` finds the words.
 *
 * A mail is put together when it is sent, from the account as it is then, so a link is never
 * older than its mail and the outbox holds little of anybody's data.
 */
import { MailRejected, PermanentFailure } from '../errors.ts';
import type { User } from '../model/account.ts';
import type { Job } from '../model/job.ts';
import type { Facts, MailMessage, MailName, MailTask, MailTaskOf } from '../model/mail.ts';
import type { MailRecord, MailState } from '../model/mail-record.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { deriveId } from '../records.ts';
import { MAIL_FACTS } from './mail-facts.ts';

type Deps = Pick<
  Dependencies,
  'accounts' | 'clock' | 'links' | 'mailer' | 'random' | 'resets' | 'testimonies'
>;

/**
 * Sends the mail unless what it says has become untrue meanwhile.
 * @returns what is to be kept of it. @throws MailRejected
 */
export async function sendMail(task: MailTask, job: Job, deps: Deps): Promise<MailRecord | undefined> {
  if (task.mail === 'account-closed') {
    // Whoever it is for has no name here any more, and no account that it could be kept by.
    await deps.mailer.send(task.to, deps.mailer.render({ name: task.mail, firstName: null }));
    return undefined;
  }
  const user = await deps.accounts.find(task.userId);
  const facts = user && (await gather(task, user, deps));
  if (!user || !facts) return undefined;
  const to = 'to' in task ? task.to : user.email;
  return post(
    user.id,
    to,
    { ...facts, name: task.mail, firstName: greeted(user, to) } as MailMessage,
    job,
    deps,
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
  deps: Deps,
): Promise<MailRecord | undefined> {
  const owner = await deps.accounts.findCredentials(address);
  return owner && sendMail({ kind: 'mail', mail, userId: owner.userId, to: address }, job, deps);
}

async function post(
  userId: string,
  to: string,
  message: MailMessage,
  { id, tryKey = 0 }: Job,
  { clock, mailer }: Deps,
): Promise<MailRecord> {
  const worded = mailer.render(message);
  const kept = (state: MailState): MailRecord => ({
    ...{ id: deriveId(id, `mail ${tryKey}`), userId, to },
    ...{ ...worded, sentAt: clock.now().toISOString(), state },
  });
  try {
    return kept(await mailer.send(to, worded));
  } catch (error) {
    throw error instanceof PermanentFailure ? new MailRejected(kept('refused'), error) : error;
  }
}

function gather<Name extends MailName>(
  task: MailTaskOf<Name>,
  user: User,
  deps: Deps,
): Promise<Facts[Name] | undefined> {
  return MAIL_FACTS[task.mail as Name](user, task, deps);
}
