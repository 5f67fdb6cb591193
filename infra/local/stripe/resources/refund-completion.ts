/** Completion of refunds: a refund succeeds, fails, is cancelled, or waits for money. */
import type { Refund, RefundOutcome, StripeEmulator } from '../types.ts';

/**
 * Completes a refund. If the refund fails or is cancelled, the refunded amount returns to the balance. Does nothing if
 * the refund has already failed or already has the given status.
 */
export function completeRefund(provider: StripeEmulator, { id }: Refund, outcome: RefundOutcome): void {
  const { store, webhooks } = provider;
  const refund = store.get('refund', id);
  if (refund.status === 'failed' || refund.status === 'canceled' || refund.status === outcome) return;
  const failure = outcome === 'succeeded' ? undefined : undoRefund(provider, refund);
  const completed = store.update(refund, { ...failure, pending_reason: undefined, status: outcome });
  if (outcome === 'failed') webhooks.send('refund.failed', completed);
  webhooks.send('refund.updated', completed);
}

function undoRefund({ store, ledger }: StripeEmulator, { id, amount, charge: chargeId }: Refund) {
  const charge = store.get('charge', String(chargeId));
  store.update(charge, { amount_refunded: charge.amount_refunded - amount, refunded: false });
  return {
    failure_balance_transaction: ledger.recordMovement({
      category: 'refund_failure',
      amount,
      source: id,
      charge,
    }),
  };
}

/**
 * Completes the refunds that wait for money, if the available balance is not negative. Stripe deducts a waiting refund
 * at once, so the balance is negative until enough money arrives.
 */
export function completeFundedRefunds(provider: StripeEmulator): void {
  const waiting = provider.store
    .list('refund')
    .filter(({ status, pending_reason }) => status === 'pending' && pending_reason === 'insufficient_funds');
  if (waiting.length === 0 || provider.ledger.getBalance().available < 0) return;
  for (const refund of waiting.reverse()) completeRefund(provider, refund, 'succeeded');
}
