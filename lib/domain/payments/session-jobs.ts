/** Jobs that look up or close checkout sessions (infra/docs/api/payments.md#checking-sessions). */
import { createJob, deriveId } from '../changes.ts';
import { type Checkout, isUnsettled } from '../model/checkout-session.ts';
import type { Job } from '../model/job.ts';
import { isOpen } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { addJobOnce } from '../unit-of-work.ts';
import { endSession, type SessionDependencies, syncSession } from './session-sync.ts';

/** Time between the end of a session and its check. In this time the provider's event usually arrives. */
const MARGIN_MS = 60_000;
/** Time between two checks of a session whose payment is processing. */
const INTERVAL_MS = 6 * 3600_000;
/** Time after which a payment that is still processing is no longer checked, and the operators are alerted. */
const LONGEST_PROCESSING_MS = 30 * 24 * 3600_000;

/** Creates the job that checks the session of a new checkout after its end. */
export function createSessionCheck(
  { id: sessionId, testimonyId, payableUntil }: Checkout,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Job {
  const notBefore = new Date(Date.parse(payableUntil) + MARGIN_MS).toISOString();
  return createJob({ kind: 'check-session', sessionId, testimonyId }, deps, notBefore);
}

/**
 * Settles the payment of a session that nobody has reported, or closes its checkout. While the payment is processing,
 * the next check is scheduled.
 */
export async function checkSession(sessionId: string, job: Job, deps: SessionDependencies): Promise<void> {
  const checkout = await deps.checkouts.find(sessionId);
  if (!checkout || !isUnsettled(checkout) || checkout.state === 'closed') return;
  const outcome = await syncSession(checkout, deps);
  // The provider's clock may be slow. An open page must not be payable after the end of its checkout.
  const isProcessing = (outcome === 'open' ? await endOpenSession(checkout, deps) : outcome) === 'processing';
  if (isProcessing) await addJobOnce(nextCheck(checkout, job, deps), deps);
}

/** Expires an open session and closes its checkout. */
async function endOpenSession(checkout: Checkout, deps: SessionDependencies) {
  const outcome = await endSession(checkout, deps);
  return outcome === 'ended' ? syncSession(checkout, deps) : outcome;
}

/** Creates the next check of a session whose payment is processing, or the alert that takes its place in the end. */
function nextCheck(
  { id: sessionId, testimonyId, createdAt }: Checkout,
  job: Job,
  { clock }: Pick<Dependencies, 'clock'>,
): Job {
  const now = clock.now();
  const isLast = now.getTime() - Date.parse(createdAt) >= LONGEST_PROCESSING_MS;
  return {
    id: deriveId(job.id, 'next'),
    task: isLast
      ? { kind: 'alert', alert: 'payment processing long', testimonyId }
      : { kind: 'check-session', sessionId, testimonyId },
    attempts: 0,
    createdAt: now.toISOString(),
    ...(!isLast && { notBefore: new Date(now.getTime() + INTERVAL_MS).toISOString() }),
  };
}

/**
 * Closes the checkouts of offers that can no longer be accepted. Runs in a job. A payment that has arrived nevertheless
 * is refunded.
 */
export async function closeSessions(testimonyId: string, deps: SessionDependencies): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  const offers = await deps.testimonies.listOffers(testimonyId);
  const ended = offers.filter(({ state }) => state !== 'open' || !testimony || !isOpen(testimony));
  const checkouts = await deps.checkouts.findNewest(ended.map(({ id }) => id));
  for (const checkout of checkouts.filter(({ state }) => state === 'open')) await endSession(checkout, deps);
}
