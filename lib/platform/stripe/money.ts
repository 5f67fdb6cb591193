/** Refunds, transfers and disputes of payments at Stripe (infra/docs/api/payments.md). */
import type Stripe from 'stripe';
import type { ProviderDispute, ProviderRefund } from '../../domain/model/payment.ts';
import type { Payments } from '../../domain/ports/market.ts';
import { type Connect, callStripeInJob, isUnknownResource, SINGLE_ATTEMPT } from './client.ts';
import { getReferencedId } from './events.ts';

type Money = Pick<
  Payments,
  | 'isOurs'
  | 'listRefunds'
  | 'refund'
  | 'transfer'
  | 'listReversals'
  | 'findTestimonyOfTransfer'
  | 'listDisputes'
  | 'findDisputedPayment'
>;

/** Page size for lists of one payment's refunds, transfers or disputes. Such a list always fits on one page. */
const ALL = 100;

export function stripeMoney(stripe: Connect): Money {
  return {
    async isOurs(paymentId) {
      const { paymentIntents } = await stripe();
      const payment = await callStripeInJob(() =>
        paymentIntents.retrieve(paymentId, undefined, SINGLE_ATTEMPT).catch(isUnknownResource),
      );
      return payment?.metadata.testimonyId !== undefined;
    },

    async listRefunds(payment_intent) {
      const { refunds } = await stripe();
      const { data } = await callStripeInJob(() =>
        refunds.list({ payment_intent, limit: ALL }, SINGLE_ATTEMPT),
      );
      return data.map(refundOf);
    },

    async refund({ key, paymentId, amount }) {
      const { refunds } = await stripe();
      const options = { idempotencyKey: key, ...SINGLE_ATTEMPT };
      await callStripeInJob(() => refunds.create({ payment_intent: paymentId, amount }, options));
    },

    async transfer({ key, paymentId, amount, destination, testimonyId, known }) {
      const { paymentIntents, transfers } = await stripe();
      const group = { transfer_group: testimonyId };
      const { data } = await callStripeInJob(() => transfers.list({ ...group, limit: ALL }, SINGLE_ATTEMPT));
      const [before] = data.filter(({ id, reversed }) => !reversed && !known.includes(id));
      if (before) return before;
      const { latest_charge } = await callStripeInJob(() =>
        paymentIntents.retrieve(paymentId, undefined, SINGLE_ATTEMPT),
      );
      const source_transaction = getReferencedId(latest_charge) ?? '';
      const params = { amount, currency: 'eur', destination, source_transaction, ...group };
      return callStripeInJob(() => transfers.create(params, { idempotencyKey: key, ...SINGLE_ATTEMPT }));
    },

    async listReversals(transferId) {
      const { transfers } = await stripe();
      const { data } = await callStripeInJob(() =>
        transfers.listReversals(transferId, { limit: ALL }, SINGLE_ATTEMPT),
      );
      return data.map(({ id, amount }) => ({ id, amount }));
    },

    async findTestimonyOfTransfer(transferId) {
      const { transfers } = await stripe();
      const transfer = await callStripeInJob(() =>
        transfers.retrieve(transferId, undefined, SINGLE_ATTEMPT).catch(isUnknownResource),
      );
      return transfer?.transfer_group ?? undefined;
    },

    async listDisputes(payment_intent) {
      const { disputes } = await stripe();
      const { data } = await callStripeInJob(() =>
        disputes.list({ payment_intent, limit: ALL }, SINGLE_ATTEMPT),
      );
      return data.map(disputeOf);
    },

    async findDisputedPayment(disputeId) {
      const { disputes } = await stripe();
      const dispute = await callStripeInJob(() =>
        disputes.retrieve(disputeId, undefined, SINGLE_ATTEMPT).catch(isUnknownResource),
      );
      return getReferencedId(dispute?.payment_intent) ?? undefined;
    },
  };
}

/** Converts a refund of Stripe. Every status that is not final counts as pending. */
function refundOf({ id, amount, status }: Stripe.Refund): ProviderRefund {
  if (status === 'succeeded') return { id, amount, status };
  return { id, amount, status: status === 'failed' || status === 'canceled' ? 'failed' : 'pending' };
}

const WON_OR_LOST: ReadonlySet<string> = new Set(['won', 'lost']);

function disputeOf({ id, amount, status }: Stripe.Dispute): ProviderDispute {
  if (status.startsWith('warning_') || status === 'prevented') return { id, amount, status: 'inquiry' };
  return { id, amount, status: WON_OR_LOST.has(status) ? (status as 'won' | 'lost') : 'open' };
}
