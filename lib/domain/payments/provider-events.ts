/** Webhook events of the payment provider (infra/docs/api/payments.md). */
import { CachedProviderError, DomainError } from '../errors.ts';
import { handleAccountUpdate } from '../experts/payment-account.ts';
import { isPayoutOpen } from '../model/escrow.ts';
import type { PaymentEvent } from '../model/payment.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { closeCheckout } from './checkout.ts';
import { type MoneyDependencies, syncPayment } from './payment-sync.ts';
import { settlePayment } from './settlement.ts';

type Deps = MoneyDependencies & Pick<Dependencies, 'accounts'>;

/**
 * Handles an event of the payment provider.
 * @returns `ignored` when the event concerns no object of this service
 * @throws DomainError `unavailable` when the provider cannot be reached or returns an error, so that it resends the
 *   event
 */
export async function handleProviderEvent(event: PaymentEvent, deps: Deps): Promise<'handled' | 'ignored'> {
  try {
    return (await dispatchEvent(event, deps)) ? 'handled' : 'ignored';
  } catch (error) {
    throw isProviderError(error) ? new DomainError('unavailable', {}, error) : error;
  }
}

const isProviderError = (error: unknown) =>
  error instanceof CachedProviderError ||
  (error instanceof DomainError && error.cause instanceof CachedProviderError);

/** Passes an event to its handler. Returns false when the event concerns no object of this service. */
async function dispatchEvent(event: PaymentEvent, deps: Deps): Promise<boolean> {
  const { id: eventId } = event;
  switch (event.kind) {
    case 'account-updated':
      return handleAccountUpdate(event, deps);
    case 'paid':
      return handlePayment(event, eventId, deps);
    case 'session-ended':
      return closeCheckout(event.sessionId, deps);
    case 'refunds-changed':
      return syncPayment(event.paymentId, eventId, deps);
    case 'dispute-changed':
      return handleDisputeChange(event.disputeId, eventId, deps);
    case 'payout-reversed':
      return handleReversedPayout(event.transferId, eventId, deps);
    case 'ignored':
      return false;
  }
}

async function handlePayment(
  { sessionId, paymentId }: { readonly sessionId: string; readonly paymentId: string },
  eventId: string,
  deps: Deps,
): Promise<boolean> {
  const outcome = await commitDecision(() => settlePayment({ sessionId, paymentId, eventId }, deps), deps);
  return outcome !== 'unknown';
}

async function handleDisputeChange(disputeId: string, eventId: string, deps: Deps): Promise<boolean> {
  const paymentId = await deps.payments.findDisputedPayment(disputeId);
  return paymentId !== undefined && syncPayment(paymentId, eventId, deps);
}

/**
 * Handles a reversed transfer.
 * @throws DomainError `unavailable` while the payout is claimed but not recorded, so that the provider resends the
 *   event
 */
async function handleReversedPayout(transferId: string, eventId: string, deps: Deps): Promise<boolean> {
  const testimonyId = await deps.payments.findTestimonyOfTransfer(transferId);
  const testimony = testimonyId ? await deps.testimonies.find(testimonyId) : undefined;
  if (!testimony?.payment || !testimony.payout) return false;
  const movements = await deps.checkouts.listMovements(testimony.id);
  if (!movements.some(({ providerId }) => providerId === transferId)) {
    if (isPayoutOpen(testimony) && testimony.payout.jobId !== null) throw new DomainError('unavailable');
    return false;
  }
  return syncPayment(testimony.payment.paymentId, eventId, deps);
}
