/** What the payment provider tells us by webhook (contract §3). */
import { AnsweredFailure, Refusal } from '../errors.ts';
import { accountUpdated } from '../experts/payment-account.ts';
import type { PaymentEvent } from '../model/payment.ts';
import { isUnpaid } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { sessionEnded } from './checkout.ts';
import { type MoneyNeeds, recordNews } from './money.ts';
import { settle } from './settlement.ts';

type Needs = MoneyNeeds & Pick<World, 'accounts'>;

/**
 * @returns whether the event was of use
 * @throws Refusal `unavailable` when the provider cannot be asked, or refuses to answer: it tells again
 */
export async function handleEvent(event: PaymentEvent, needs: Needs): Promise<'handled' | 'ignored'> {
  try {
    return (await isOfUse(event, needs)) ? 'handled' : 'ignored';
  } catch (error) {
    throw isAnswer(error) ? new Refusal('unavailable', {}, error) : error;
  }
}

const isAnswer = (error: unknown) =>
  error instanceof AnsweredFailure || (error instanceof Refusal && error.cause instanceof AnsweredFailure);

async function isOfUse(event: PaymentEvent, needs: Needs): Promise<boolean> {
  const { id: eventId } = event;
  switch (event.kind) {
    case 'account-updated':
      return accountUpdated(event, needs);
    case 'paid':
      return (await settle(event, eventId, needs)) !== 'not ours';
    case 'session-ended':
      return sessionEnded(event.sessionId, needs);
    case 'refunds-changed':
      return recordNews(event.paymentId, eventId, needs);
    case 'dispute-changed':
      return disputeChanged(event.disputeId, eventId, needs);
    case 'payout-reversed':
      return payoutReversed(event.transferId, eventId, needs);
    case 'ignored':
      return false;
  }
}

async function disputeChanged(disputeId: string, eventId: string, needs: Needs): Promise<boolean> {
  const paymentId = await needs.payments.disputedPayment(disputeId);
  return paymentId !== undefined && recordNews(paymentId, eventId, needs);
}

/** @throws Refusal `unavailable` while it is not on record that it was sent: the provider tells again */
async function payoutReversed(transferId: string, eventId: string, needs: Needs): Promise<boolean> {
  const testimonyId = await needs.payments.transferredFor(transferId);
  const testimony = testimonyId ? await needs.testimonies.find(testimonyId) : undefined;
  if (!testimony?.payment || !testimony.payout) return false;
  const movements = await needs.checkouts.movements(testimony.id);
  if (!movements.some(({ providerId }) => providerId === transferId)) {
    if (isUnpaid(testimony) && testimony.payout.jobId !== null) throw new Refusal('unavailable');
    return false;
  }
  return recordNews(testimony.payment.paymentId, eventId, needs);
}
