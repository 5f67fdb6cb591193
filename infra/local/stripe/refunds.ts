/** Refunds: of a whole payment or in parts, never of more than was paid. */
import { type Call, existing, mapOf, required, StripeError, wholeNumber } from './call.ts';
import { newId, nowInSeconds, type PaymentIntent, type Refund } from './objects.ts';
import type { Store } from './store.ts';

const PAGE = 10;

export function createRefund({ params, store }: Call): Refund {
  const id = required(params, 'payment_intent');
  const intent = existing(store.find('payment_intent', id), 'payment_intent', id, 'payment_intent');
  const left = intent.amount - refundsOf(intent.id, store).reduce((sum, { amount }) => sum + amount, 0);
  if (left === 0) {
    throw new StripeError(400, `Charge ${intent.latest_charge} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = wholeNumber(params, 'amount') ?? left;
  if (amount > left || amount === 0) {
    throw new StripeError(400, `Refund amount (${amount}) must be from 1 to the unrefunded ${left}.`, {
      param: 'amount',
    });
  }
  refuseWithoutTransfer(params, intent);
  return store.put({
    id: newId('re_'),
    object: 'refund',
    amount,
    charge: intent.latest_charge,
    created: nowInSeconds(),
    currency: intent.currency,
    metadata: mapOf(params, 'metadata'),
    payment_intent: intent.id,
    reason: params.get('reason'),
    status: 'succeeded',
    transfer_reversal: params.get('reverse_transfer') === 'true' ? newId('trr_') : null,
  });
}

export function listRefunds({ params, store }: Call): object {
  const intent = params.get('payment_intent');
  const found = intent ? refundsOf(intent, store) : store.list('refund');
  const from = found.findIndex(({ id }) => id === params.get('starting_after')) + 1;
  const limit = wholeNumber(params, 'limit') ?? PAGE;
  const data = found.slice(from, from + limit);
  return { object: 'list', data, has_more: found.length > from + limit, url: '/v1/refunds' };
}

const refundsOf = (intent: string, store: Store) =>
  store.list('refund').filter(refund => refund.payment_intent === intent);

/** What never went to a connected account cannot be taken back from it. */
function refuseWithoutTransfer(params: URLSearchParams, intent: PaymentIntent): void {
  const impossible = {
    reverse_transfer: !intent.transfer_data,
    refund_application_fee: !intent.application_fee_amount,
  };
  for (const [param, isImpossible] of Object.entries(impossible)) {
    if (isImpossible && params.get(param) === 'true') {
      throw new StripeError(400, `Charge ${intent.latest_charge} has nothing to ${param}.`, { param });
    }
  }
}
