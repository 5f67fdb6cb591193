/** Refunds: of a whole payment or in parts, never of more than was paid; some take time, and some fail. */
import { amountIn, type Call, euros, existing, mapOf, StripeError } from './call.ts';
import { complete } from './complete.ts';
import { refuseWithoutTransfer, takeBack } from './destinations.ts';
import { move } from './ledger.ts';
import { page } from './lists.ts';
import { type Charge, newId, type PaymentIntent, type Refund } from './objects.ts';
import { type Provider, plan } from './provider.ts';

export function createRefund(call: Call): Refund {
  const { params, store } = call;
  const intent = intentIn(call);
  const charge = chargeOf(call, intent);
  const amount = amountIn(params, 'amount') ?? charge.amount - charge.amount_refunded;
  refuseUnlessRefundable(call, charge, amount);
  refuseWithoutTransfer(params, intent);
  const transfer_reversal = takeBack(call, intent, { params, amount, charge });
  const own = { metadata: mapOf(params, 'metadata'), reason: params.get('reason'), transfer_reversal };
  return refund(call, { intent, charge: store.find('charge', charge.id) ?? charge, amount }, own);
}

export function showRefund({ id, store }: Call): Refund {
  return existing(store.find('refund', id), 'refund', id);
}

export const listRefunds = (call: Call): object => page(call, '/v1/refunds', call.store.list('refund'));

/** The refund is paid out of the balance when it begins, and comes back when it fails. */
export async function settleRefund(
  provider: Provider,
  refund: Refund,
  ends: 'failed' | 'succeeded',
): Promise<void> {
  const { store, webhooks } = provider;
  if (refund.status === 'failed' || refund.status === ends) return;
  const charge = store.find('charge', refund.charge);
  if (!charge) return;
  const failure = ends === 'failed' && failureOf(provider, refund, charge);
  const settled = store.put({ ...refund, ...failure, pending_reason: undefined, status: ends });
  if (ends === 'failed') await webhooks.send('refund.failed', settled);
  await webhooks.send('refund.updated', settled);
}

function failureOf(provider: Provider, { id, amount }: Refund, charge: Charge) {
  const movement = move(provider, { category: 'refund_failure', amount, source: id, charge });
  provider.store.put({ ...charge, amount_refunded: charge.amount_refunded - amount, refunded: false });
  return { failure_balance_transaction: movement.id, failure_reason: 'expired_or_canceled_card' };
}

interface Repayment {
  readonly intent: PaymentIntent;
  readonly charge: Charge;
  readonly amount: number;
}

function refund(provider: Provider, { intent, charge, amount }: Repayment, own: object): Refund {
  const { store, webhooks, now, controls } = provider;
  const id = newId('re_');
  const course = intent.hidden.refunds ?? controls.refunds;
  const made: Refund = complete('refund', {
    id,
    object: 'refund',
    amount,
    balance_transaction: move(provider, { category: 'refund', amount: -amount, source: id, charge }).id,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    payment_intent: intent.id,
    ...(course.begins === 'pending' && { pending_reason: 'processing' }),
    status: course.begins,
    ...own,
  });
  store.put(made);
  const amount_refunded = charge.amount_refunded + amount;
  const after = store.put({ ...charge, amount_refunded, refunded: amount_refunded === charge.amount });
  if (course.ends !== course.begins && course.afterSeconds !== null) {
    plan(provider, { task: 'settle-refund', about: id, at: now() + course.afterSeconds, ends: course.ends });
  }
  void webhooks.send('refund.created', made);
  void webhooks.send('charge.refunded', after);
  return made;
}

function intentIn({ params, store }: Call): PaymentIntent {
  const chargeId = params.get('charge');
  const id = params.get('payment_intent');
  if (id !== null) return existing(store.find('payment_intent', id), 'payment_intent', id, 'payment_intent');
  if (chargeId === null) {
    throw new StripeError(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const { payment_intent } = existing(store.find('charge', chargeId), 'charge', chargeId, 'charge');
  return existing(store.find('payment_intent', payment_intent), 'payment_intent', payment_intent, 'charge');
}

function chargeOf({ store }: Call, intent: PaymentIntent): Charge {
  const charge = store.find('charge', intent.latest_charge ?? '');
  if (charge?.status === 'succeeded') return charge;
  const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
  throw new StripeError(400, message, { param: 'payment_intent' });
}

function refuseUnlessRefundable({ store }: Call, charge: Charge, amount: number): void {
  const isDisputed = store.list('dispute').some(one => one.charge === charge.id && one.status !== 'won');
  if (isDisputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new StripeError(400, message, { code: 'charge_disputed' });
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw new StripeError(400, message, { code: 'charge_already_refunded' });
  }
  if (amount > left) {
    const message = `Refund amount (${euros(amount)}) is greater than unrefunded amount on charge (${euros(left)})`;
    throw new StripeError(400, message, { param: 'amount' });
  }
}
