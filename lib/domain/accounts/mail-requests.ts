/** Mails that go wherever somebody says: so many an hour to one address (infra/docs/api/accounts.md). */
import { DomainError } from '../errors.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { enforceLimit, mailsToAddress } from '../rate-limits.ts';
import { createJob } from '../records.ts';

/**
 * A mail that anybody may ask for. Every request does the same work: whether the address is known, and whether
 * there is anything to send, is found out by the job. Too many for one address are answered alike and send
 * nothing.
 */
export async function requestMail(
  mail: 'verify-email' | 'password-reset',
  { email, turnstileToken }: { readonly email: string; readonly turnstileToken?: string | undefined },
  source: string,
  deps: Pick<Dependencies, 'botCheck' | 'clock' | 'jobs' | 'rateLimiter' | 'random' | 'securityLog'>,
): Promise<void> {
  await deps.botCheck.verify(turnstileToken, source);
  const { exceeded } = await deps.rateLimiter.count(mailsToAddress(email, mail, deps.clock.now()));
  if (exceeded) await deps.securityLog.record('mail.address_limit_reached', { source, address: email });
  else await deps.jobs.add(createJob({ kind: 'mail-if-known', mail, address: email }, deps));
}

/**
 * A change that has a verification mail sent to a new address. One that is refused sends none, and leaves the
 * address's count alone: else whoever is refused could keep its owner's mails away.
 * @throws LimitExceeded
 */
export async function withVerificationMailLimit<Changed>(
  address: string,
  change: () => Promise<Changed>,
  deps: Pick<Dependencies, 'clock' | 'rateLimiter'>,
): Promise<Changed> {
  const mail = mailsToAddress(address, 'verify-email', deps.clock.now());
  await enforceLimit(mail, deps);
  return change().catch(async error => {
    if (error instanceof DomainError) await deps.rateLimiter.release(mail);
    throw error;
  });
}
