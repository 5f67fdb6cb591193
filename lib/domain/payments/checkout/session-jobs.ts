/** Jobs that look up or close checkout sessions (infra/docs/api/payments.md#checking-sessions). */
import { MINUTE } from '../../../durations.ts';
import { createJob } from '../../changes.ts';
import type { Job } from '../../model/jobs/job.ts';
import type { Offer } from '../../model/offers/offer.ts';
import type { Checkout } from '../../model/payments/checkout-session.ts';
import { isOpen } from '../../model/testimonies/testimony.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { endSession, type SessionDependencies, syncSession } from './session-sync.ts';

/** Time between the end of a session and its check, in which the provider's event usually arrives. */
const MARGIN_MS = MINUTE;

/** Creates the job that checks the session of a new checkout after its end. */
export function createSessionCheck(
  { id: sessionId, testimonyId, payableUntil }: Checkout,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Job {
  const notBefore = new Date(Date.parse(payableUntil) + MARGIN_MS).toISOString();
  return createJob({ kind: 'check-session', sessionId, testimonyId }, deps, notBefore);
}

/**
 * Looks up a session after its end. Accepts or refunds a payment that no event has reported, or closes the checkout.
 */
export async function checkSession(sessionId: string, deps: SessionDependencies): Promise<void> {
  const checkout = await deps.checkouts.find(sessionId);
  if (checkout?.state !== 'open') return;
  const outcome = await syncSession(checkout, deps);
  // The provider's clock may be slow. An open page must not be payable after the end of its checkout.
  if (outcome === 'open' && (await endSession(checkout, deps)) === 'ended') await syncSession(checkout, deps);
}

/**
 * Closes the checkouts of offers that can no longer be accepted. Runs in a job. A payment that has arrived nevertheless
 * is refunded.
 */
export async function closeSessions(testimonyId: string, deps: SessionDependencies): Promise<void> {
  const testimony = await deps.testimonies.find(testimonyId);
  const offers = await deps.testimonies.listOffers(testimonyId);
  const ended = offers.filter(({ state }) => state !== 'open' || !testimony || !isOpen(testimony));
  await endSessionsOf(ended, deps);
}

/**
 * Closes the checkouts of the open offers of a locked expert, because a payment there would be refunded, and the
 * provider's fee would be lost. Runs in a job.
 */
export async function closeExpertSessions(
  expertId: string,
  deps: SessionDependencies & Pick<Dependencies, 'accountEraser'>,
): Promise<void> {
  const expert = await deps.accounts.find(expertId);
  if (!expert?.lockedAt) return;
  const testimonyIds = await deps.accountEraser.listTestimonies(expert);
  const offers = await deps.testimonies.listOffersOfExpert(expertId, testimonyIds);
  await endSessionsOf(
    offers.filter(({ state }) => state === 'open'),
    deps,
  );
}

async function endSessionsOf(offers: readonly Offer[], deps: SessionDependencies): Promise<void> {
  const checkouts = await deps.checkouts.findNewest(offers.map(({ id }) => id));
  for (const checkout of checkouts.filter(({ state }) => state === 'open')) await endSession(checkout, deps);
}
