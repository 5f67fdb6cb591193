/** What Stripe does with payments after they were made: gives them back, has them disputed (contract §4, "Money"). */
import type Stripe from 'stripe';
import type { ProviderDispute, ProviderRefund } from '../domain/model/payment.ts';
import type { Payments } from '../domain/ports/market.ts';
import { type Connect, inJob, ONCE, unknown } from './stripe-client.ts';
import { idOf } from './stripe-events.ts';

type Money = Pick<
  Payments,
  | 'isOurs'
  | 'refundsOf'
  | 'refund'
  | 'transfer'
  | 'reversalsOf'
  | 'transferredFor'
  | 'disputesOf'
  | 'disputedPayment'
>;

/** One payment has few of them. */
const ALL = 100;

export function stripeMoney(stripe: Connect): Money {
  return {
    async isOurs(paymentId) {
      const { paymentIntents } = await stripe();
      const payment = await inJob(() => paymentIntents.retrieve(paymentId, undefined, ONCE).catch(unknown));
      return payment?.metadata.testimonyId !== undefined;
    },

    async refundsOf(payment_intent) {
      const { refunds } = await stripe();
      const { data } = await inJob(() => refunds.list({ payment_intent, limit: ALL }, ONCE));
      return data.map(refundOf);
    },

    async refund({ key, paymentId, amount }) {
      const { refunds } = await stripe();
      const options = { idempotencyKey: key, ...ONCE };
      await inJob(() => refunds.create({ payment_intent: paymentId, amount }, options));
    },

    async transfer({ key, paymentId, amount, destination, testimonyId, known }) {
      const { paymentIntents, transfers } = await stripe();
      const group = { transfer_group: testimonyId };
      const { data } = await inJob(() => transfers.list({ ...group, limit: ALL }, ONCE));
      const [before] = data.filter(({ id, reversed }) => !reversed && !known.includes(id));
      if (before) return before;
      const { latest_charge } = await inJob(() => paymentIntents.retrieve(paymentId, undefined, ONCE));
      const source_transaction = idOf(latest_charge) ?? '';
      const params = { amount, currency: 'eur', destination, source_transaction, ...group };
      return inJob(() => transfers.create(params, { idempotencyKey: key, ...ONCE }));
    },

    async reversalsOf(transferId) {
      const { transfers } = await stripe();
      const { data } = await inJob(() => transfers.listReversals(transferId, { limit: ALL }, ONCE));
      return data.map(({ id, amount }) => ({ id, amount }));
    },

    async transferredFor(transferId) {
      const { transfers } = await stripe();
      const transfer = await inJob(() => transfers.retrieve(transferId, undefined, ONCE).catch(unknown));
      return transfer?.transfer_group ?? undefined;
    },

    async disputesOf(payment_intent) {
      const { disputes } = await stripe();
      const { data } = await inJob(() => disputes.list({ payment_intent, limit: ALL }, ONCE));
      return data.map(disputeOf);
    },

    async disputedPayment(disputeId) {
      const { disputes } = await stripe();
      const dispute = await inJob(() => disputes.retrieve(disputeId, undefined, ONCE).catch(unknown));
      return idOf(dispute?.payment_intent) ?? undefined;
    },
  };
}

/** What is neither done nor failed may still become either. */
function refundOf({ id, amount, status }: Stripe.Refund): ProviderRefund {
  if (status === 'succeeded') return { id, amount, status };
  return { id, amount, status: status === 'failed' || status === 'canceled' ? 'failed' : 'pending' };
}

const WON_OR_LOST: ReadonlySet<string> = new Set(['won', 'lost']);

function disputeOf({ id, amount, status }: Stripe.Dispute): ProviderDispute {
  if (status.startsWith('warning_') || status === 'prevented') return { id, amount, status: 'inquiry' };
  return { id, amount, status: WON_OR_LOST.has(status) ? (status as 'won' | 'lost') : 'open' };
}
