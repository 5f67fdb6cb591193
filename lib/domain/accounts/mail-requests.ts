/** Mails to an e-mail address that the caller provides (infra/docs/api/conventions.md#rate-limits). */
import { createJob } from '../changes.ts';
import { createMailLimitHit } from '../limits/rate-limits.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/**
 * Requests a mail on behalf of an anonymous caller. The response must not reveal whether an account has this e-mail
 * address, so a job looks up the account. If the address has reached its limit of mails, the request is recorded in the
 * security log and no mail is sent.
 */
export async function requestMail(
  mail: 'verify-email' | 'password-reset',
  { email, turnstileToken }: { readonly email: string; readonly turnstileToken?: string | undefined },
  { source, market }: { readonly source: string; readonly market?: string },
  deps: Pick<Dependencies, 'botCheck' | 'clock' | 'jobs' | 'rateLimiter' | 'random' | 'securityLog'>,
): Promise<void> {
  await deps.botCheck.verify(turnstileToken, source, 'mail');
  const { exceeded } = await deps.rateLimiter.count(
    createMailLimitHit(email, mail, market, deps.clock.now()),
  );
  if (exceeded) await deps.securityLog.record('mail.address_limit_reached', { source, address: email });
  else {
    const task = { kind: 'mail-if-known', mail, address: email, ...(market && { market }) } as const;
    await deps.jobs.add(createJob(task, deps));
  }
}
