/**
 * Mails that anybody may ask for by naming an address (contract §2).
 *
 * Every request does the same work: whether the address is known, and whether there is anything to
 * send, is found out by the job. Too many requests for one address are answered alike and send nothing.
 */
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';

export async function requestMail(
  mail: 'verify-email' | 'password-reset',
  { email, turnstileToken }: { readonly email: string; readonly turnstileToken?: string | undefined },
  source: string,
  needs: Pick<World, 'botCheck' | 'clock' | 'jobs' | 'limiter' | 'random'>,
): Promise<void> {
  await needs.botCheck.pass(turnstileToken, source);
  const { exceeded } = await needs.limiter.count([
    { limit: 'mails-to-address', key: email, at: needs.clock.now() },
  ]);
  if (!exceeded) await needs.jobs.add(newJob({ kind: 'mail-if-known', mail, address: email }, needs));
}
