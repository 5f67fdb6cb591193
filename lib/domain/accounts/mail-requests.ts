/** Mails that go wherever somebody says: so many an hour to one address (contract §2 and §6). */
import { Refusal } from '../errors.ts';
import { countOrRefuse, mailTo } from '../limits.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';

/**
 * A mail that anybody may ask for. Every request does the same work: whether the address is known, and whether
 * there is anything to send, is found out by the job. Too many for one address are answered alike and send
 * nothing.
 */
export async function requestMail(
  mail: 'verify-email' | 'password-reset',
  { email, turnstileToken }: { readonly email: string; readonly turnstileToken?: string | undefined },
  source: string,
  needs: Pick<World, 'botCheck' | 'clock' | 'jobs' | 'limiter' | 'random' | 'traces'>,
): Promise<void> {
  await needs.botCheck.pass(turnstileToken, source);
  const { exceeded } = await needs.limiter.count(mailTo(email, mail, needs.clock.now()));
  if (exceeded) await needs.traces.note('too many mails to an address', { source, address: email });
  else await needs.jobs.add(newJob({ kind: 'mail-if-known', mail, address: email }, needs));
}

/**
 * A change that has a verification mail sent to a new address. One that is refused sends none, and leaves the
 * address's count alone: else whoever is refused could keep its owner's mails away.
 * @throws LimitExceeded
 */
export async function announced<Changed>(
  address: string,
  change: () => Promise<Changed>,
  needs: Pick<World, 'clock' | 'limiter'>,
): Promise<Changed> {
  const mail = mailTo(address, 'verify-email', needs.clock.now());
  await countOrRefuse(mail, needs);
  return change().catch(async error => {
    if (error instanceof Refusal) await needs.limiter.uncount(mail);
    throw error;
  });
}
