/** Refunds, transfers and disputes of payments at Stripe (infra/docs/api/payments.md). */
import type Stripe from 'stripe';
import type {
  ProviderDispute,
  ProviderRefund,
  ProviderReversal,
} from '../../domain/model/payments/payment.ts';
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
  | 'listTransfers'
  | 'hasTransactions'
  | 'findTestimonyOfTransfer'
  | 'listDisputes'
  | 'findDisputedPayment'
  | 'endTestDispute'
>;

/** Maximum number of items in a page, and in a list. */
const PAGE_LIMIT = 100;
const MAX_ITEMS = 10_000;

/** Reads all pages of a list, up to `MAX_ITEMS` items. */
async function listAll<Item>(
  fetchList: (page: { limit: number }) => Stripe.ApiListPromise<Item>,
): Promise<Item[]> {
  const { items } = await callStripeInJob(async () => ({
    object: 'list',
    items: await fetchList({ limit: PAGE_LIMIT }).autoPagingToArray({ limit: MAX_ITEMS }),
  }));
  return items;
}

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
      const all = await listAll(page => refunds.list({ payment_intent, ...page }, SINGLE_ATTEMPT));
      return all.map(toProviderRefund);
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

    async transfer({ key, paymentId, amount, expert, testimonyId }) {
      const { paymentIntents, transfers } = await getStripe();
      const { latest_charge } = await callStripeInJob(() =>
        paymentIntents.retrieve(paymentId, undefined, SINGLE_ATTEMPT),
      );
      const source_transaction = getReferencedId(latest_charge) ?? '';
      const group = { transfer_group: testimonyId };
      const destination = expert.paymentAccountId ?? '';
      const params = { amount, currency: 'eur', destination, source_transaction, ...group };
      const options = { idempotencyKey: key, ...SINGLE_ATTEMPT };
      const { id } = await callStripeInJob(() => transfers.create(params, options));
      return { id, amount };
    },

    async listTransfers(transfer_group) {
      const { transfers } = await getStripe();
      const all = await listAll(page => transfers.list({ transfer_group, ...page }, SINGLE_ATTEMPT));
      return Promise.all(
        // The ledger is in euros, so transfers in other currencies are left out. The reconciliation lists each of them
        // as a difference.
        all
          .filter(({ currency }) => currency === 'eur')
          .map(async ({ id, amount, amount_reversed }) => ({
            id,
            amount,
            reversals: amount_reversed > 0 ? await listReversals(id, getStripe) : [],
          })),
      );
    },

    hasTransactions: () => true,

    async findTestimonyOfTransfer(transferId) {
      const { transfers } = await getStripe();
      const transfer = await callStripeInJob(() =>
        transfers.retrieve(transferId, undefined, SINGLE_ATTEMPT).catch(ignoreUnknownResource),
      );
      return transfer?.transfer_group ?? undefined;
    },

    async listDisputes(payment_intent) {
      const { disputes } = await getStripe();
      const all = await listAll(page => disputes.list({ payment_intent, ...page }, SINGLE_ATTEMPT));
      return all.map(toProviderDispute);
    },

    async endTestDispute(disputeId, outcome) {
      const { disputes } = await getStripe();
      const uncategorized_text = outcome === 'won' ? 'winning_evidence' : 'losing_evidence';
      const params = { evidence: { uncategorized_text }, submit: true };
      await callStripeInJob(() => disputes.update(disputeId, params, SINGLE_ATTEMPT));
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

/** Converts a refund of Stripe. Every status that is not final becomes `pending`. */
function toProviderRefund({ id, amount, status, metadata }: Stripe.Refund): ProviderRefund {
  const orderId = metadata?.orderId ?? null;
  if (status === 'succeeded') return { id, amount, status, orderId };
  return { id, amount, status: status === 'failed' || status === 'canceled' ? 'failed' : 'pending', orderId };
}

async function listReversals(transferId: string, getStripe: GetStripeClient): Promise<ProviderReversal[]> {
  const { transfers } = await getStripe();
  const all = await listAll(page => transfers.listReversals(transferId, page, SINGLE_ATTEMPT));
  return all.map(({ id, amount }) => ({ id, amount }));
}

const FINAL_STATUSES: ReadonlySet<string> = new Set(['won', 'lost']);

/**
 * Converts a dispute of Stripe. The taken and returned amounts come from its balance transactions, because a dispute
 * may be won in part. Until Stripe has created these transactions, the disputed amount is regarded as taken.
 */
function toProviderDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { id, amount, status, evidence_details, balance_transactions } = dispute;
  const dueBy = evidence_details?.due_by;
  const respondBy = dueBy ? new Date(dueBy * 1000).toISOString() : null;
  if (status.startsWith('warning_') || status === 'prevented') {
    const isClosed = status === 'warning_closed' || status === 'prevented';
    return { id, taken: 0, returned: 0, respondBy, status: isClosed ? 'inquiry-closed' : 'inquiry' };
  }
  const amounts = balance_transactions.map(transaction => transaction.amount);
  const sum = (isWanted: (amount: number) => boolean) =>
    amounts.filter(isWanted).reduce((total, each) => total + each, 0);
  return {
    id,
    respondBy,
    taken: amounts.length > 0 ? 0 - sum(each => each < 0) : amount,
    returned: amounts.length > 0 ? sum(each => each > 0) : status === 'won' ? amount : 0,
    status: FINAL_STATUSES.has(status) ? (status as 'won' | 'lost') : 'open',
  };
}
