/** Handling of events of the payment provider (infra/docs/api/payments.md). */
import { CachedProviderError, DomainError } from '../errors.ts';
import { handleAccountUpdate } from '../experts/payment-account.ts';
import type { PaymentEvent } from '../model/payments/payment.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { syncSession } from './checkout/session-sync.ts';
import { type MoneyDependencies, syncPayment } from './sync/payment-sync.ts';

type Deps = MoneyDependencies & Pick<Dependencies, 'accounts' | 'payoutLimits'>;

/**
 * Handles an event of the payment provider.
 * @returns `ignored` when the event concerns no object of this service, `mismatch` when the provider's session does not
 *   match the event or the checkout
 * @throws DomainError `unavailable` when the provider cannot be reached or rejects a request, or CachedProviderError,
 *   so that the provider resends the event
 */
export async function handleProviderEvent(event: PaymentEvent, deps: Deps): Promise<EventOutcome> {
  try {
    return await dispatchEvent(event, deps);
  } catch (error) {
    const isRejected = error instanceof DomainError && error.cause instanceof CachedProviderError;
    throw isRejected ? new DomainError('unavailable', {}, error) : error;
  }
}

export type EventOutcome = 'handled' | 'ignored' | 'mismatch';

async function dispatchEvent(event: PaymentEvent, deps: Deps): Promise<EventOutcome> {
  if (event.kind === 'session-completed' || event.kind === 'session-ended')
    return handleSessionEvent(event, deps);
  return (await isHandled(event, deps)) ? 'handled' : 'ignored';
}

type SessionEvent = Extract<PaymentEvent, { kind: 'session-completed' | 'session-ended' }>;

/** Looks up the session of the event. The rest of the event is not used, because it may be outdated or forged. */
async function handleSessionEvent({ kind, sessionId }: SessionEvent, deps: Deps): Promise<EventOutcome> {
  const checkout = await deps.checkouts.find(sessionId);
  if (!checkout) return 'ignored';
  const outcome = await syncSession(checkout, deps, { isCompletion: kind === 'session-completed' });
  return outcome === 'mismatch' ? 'mismatch' : 'handled';
}

async function isHandled(event: Exclude<PaymentEvent, SessionEvent>, deps: Deps): Promise<boolean> {
  if (event.kind === 'account-updated') return handleAccountUpdate(event, deps);
  const paymentId = event.kind === 'ignored' ? undefined : await findPayment(event, deps);
  return paymentId !== undefined && (await syncPayment(paymentId, deps)) !== undefined;
}

type MoneyEvent = Extract<PaymentEvent, { kind: 'refunds-changed' | 'dispute-changed' | 'payout-reversed' }>;

/** Finds the payment whose money has changed. */
async function findPayment(event: MoneyEvent, deps: Deps): Promise<string | undefined> {
  if (event.kind === 'refunds-changed') return event.paymentId;
  if (event.kind === 'dispute-changed') return deps.payments.findDisputedPayment(event.disputeId);
  const testimonyId = await deps.payments.findTestimonyOfTransfer(event.transferId);
  const testimony = testimonyId ? await deps.testimonies.find(testimonyId) : undefined;
  return testimony?.payment?.paymentId;
}
