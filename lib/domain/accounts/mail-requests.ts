/** Mails to an address that the caller provides, with an hourly limit (infra/docs/api/conventions.md#rate-limits). */
import { DomainError } from '../errors.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { enforceLimit, mailLimitHit } from '../rate-limits.ts';
import { createJob } from '../records.ts';

/**
 * Requests a mail to an address on behalf of an anonymous caller.
 *
 * The response does not reveal whether an account has the address: the job finds out later, and a request over the
 * limit of the address is logged and ignored.
 */
export async function requestMail(
  mail: 'verify-email' | 'password-reset',
  { email, turnstileToken }: { readonly email: string; readonly turnstileToken?: string | undefined },
  source: string,
  deps: Pick<Dependencies, 'botCheck' | 'clock' | 'jobs' | 'rateLimiter' | 'random' | 'securityLog'>,
): Promise<void> {
  await deps.botCheck.verify(turnstileToken, source);
  const { exceeded } = await deps.rateLimiter.count(mailLimitHit(email, mail, deps.clock.now()));
  if (exceeded) await deps.securityLog.record('mail.address_limit_reached', { source, address: email });
  else await deps.jobs.add(createJob({ kind: 'mail-if-known', mail, address: email }, deps));
}

/**
 * Makes a change that sends a verification mail to a new address, and counts that mail.
 *
 * A rejected change sends no mail and is not counted. Otherwise rejected requests could use up the limit of an address
 * and block the mails of its owner.
 * @throws LimitExceeded when the limit of the address is used up
 */
export async function withVerificationMailLimit<Changed>(
  address: string,
  change: () => Promise<Changed>,
  deps: Pick<Dependencies, 'clock' | 'rateLimiter'>,
): Promise<Changed> {
  const mail = mailLimitHit(address, 'verify-email', deps.clock.now());
  await enforceLimit(mail, deps);
  return change().catch(async error => {
    if (error instanceof DomainError) await deps.rateLimiter.release(mail);
    throw error;
  });
}
