/** Refunds, transfers and disputes of payments at Stripe (infra/docs/api/payments.md). */
import type Stripe from 'stripe';
import type { ProviderDispute, ProviderRefund } from '../../domain/model/payment.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import { callStripeInJob, type GetStripeClient, ignoreUnknownResource, SINGLE_ATTEMPT } from './client.ts';
import { getReferencedId } from './sessions.ts';

type MoneyMethods = Pick<
  Payments,
  | 'isOwnPayment'
  | 'listRefunds'
  | 'refund'
  | 'transfer'
  | 'reverseTransfer'
  | 'listReversals'
  | 'findTestimonyOfTransfer'
  | 'listDisputes'
  | 'findDisputedPayment'
>;

/** Page size for lists of one payment's refunds, transfers or disputes. Such a list always fits on one page. */
const LIST_LIMIT = 100;

export function stripeMoney(getStripe: GetStripeClient): MoneyMethods {
  return {
    async isOwnPayment(paymentId) {
      const { paymentIntents } = await getStripe();
      const payment = await callStripeInJob(() =>
        paymentIntents.retrieve(paymentId, undefined, SINGLE_ATTEMPT).catch(ignoreUnknownResource),
      );
      return payment?.metadata.testimonyId !== undefined;
    },

    async listRefunds(payment_intent) {
      const { refunds } = await getStripe();
      const { data } = await callStripeInJob(() =>
        refunds.list({ payment_intent, limit: LIST_LIMIT }, SINGLE_ATTEMPT),
      );
      return data.map(toProviderRefund);
    },

    async refund({ key, paymentId, amount, orderId }) {
      const { refunds } = await getStripe();
      const options = { idempotencyKey: key, ...SINGLE_ATTEMPT };
      const params = { payment_intent: paymentId, amount, ...(orderId && { metadata: { orderId } }) };
      await callStripeInJob(() => refunds.create(params, options));
    },

    async reverseTransfer({ key, transferId, amount }) {
      const { transfers } = await getStripe();
      const options = { idempotencyKey: key, ...SINGLE_ATTEMPT };
      const { id } = await callStripeInJob(() => transfers.createReversal(transferId, { amount }, options));
      return { id, amount };
    },

    async transfer({ key, paymentId, amount, destination, testimonyId, known }) {
      const { paymentIntents, transfers } = await getStripe();
      const group = { transfer_group: testimonyId };
      const { data } = await callStripeInJob(() =>
        transfers.list({ ...group, limit: LIST_LIMIT }, SINGLE_ATTEMPT),
      );
      const [existingTransfer] = data.filter(({ id, reversed }) => !reversed && !known.includes(id));
      if (existingTransfer) return existingTransfer;
      const { latest_charge } = await callStripeInJob(() =>
        paymentIntents.retrieve(paymentId, undefined, SINGLE_ATTEMPT),
      );
      const source_transaction = getReferencedId(latest_charge) ?? '';
      const params = { amount, currency: 'eur', destination, source_transaction, ...group };
      return callStripeInJob(() => transfers.create(params, { idempotencyKey: key, ...SINGLE_ATTEMPT }));
    },

    async listReversals(transferId) {
      const { transfers } = await getStripe();
      const { data } = await callStripeInJob(() =>
        transfers.listReversals(transferId, { limit: LIST_LIMIT }, SINGLE_ATTEMPT),
      );
      return data.map(({ id, amount }) => ({ id, amount }));
    },

    async findTestimonyOfTransfer(transferId) {
      const { transfers } = await getStripe();
      const transfer = await callStripeInJob(() =>
        transfers.retrieve(transferId, undefined, SINGLE_ATTEMPT).catch(ignoreUnknownResource),
      );
      return transfer?.transfer_group ?? undefined;
    },

    async listDisputes(payment_intent) {
      const { disputes } = await getStripe();
      const { data } = await callStripeInJob(() =>
        disputes.list({ payment_intent, limit: LIST_LIMIT }, SINGLE_ATTEMPT),
      );
      return data.map(toProviderDispute);
    },

    async findDisputedPayment(disputeId) {
      const { disputes } = await getStripe();
      const dispute = await callStripeInJob(() =>
        disputes.retrieve(disputeId, undefined, SINGLE_ATTEMPT).catch(ignoreUnknownResource),
      );
      return getReferencedId(dispute?.payment_intent) ?? undefined;
    },
  };
}

/** Converts a refund of Stripe. Every status that is not final counts as pending. */
function toProviderRefund({ id, amount, status, metadata }: Stripe.Refund): ProviderRefund {
  const orderId = metadata?.orderId ?? null;
  if (status === 'succeeded') return { id, amount, status, orderId };
  return { id, amount, status: status === 'failed' || status === 'canceled' ? 'failed' : 'pending', orderId };
}

const FINAL_STATUSES: ReadonlySet<string> = new Set(['won', 'lost']);

function toProviderDispute({ id, amount, status, evidence_details }: Stripe.Dispute): ProviderDispute {
  const dueBy = evidence_details?.due_by;
  const dispute = { id, amount, respondBy: dueBy ? new Date(dueBy * 1000).toISOString() : null };
  if (status.startsWith('warning_') || status === 'prevented') return { ...dispute, status: 'inquiry' };
  return { ...dispute, status: FINAL_STATUSES.has(status) ? (status as 'won' | 'lost') : 'open' };
}
