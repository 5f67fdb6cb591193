/** Stripe's balance transactions (infra/docs/api/payments.md#reconciliation). */
import type Stripe from 'stripe';
import type { ProviderTransaction } from '../../domain/model/payments/books.ts';
import type { EntryKind } from '../../domain/model/payments/ledger-entry.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import { callStripeInJob, type GetStripeClient, ignoreUnknownResource, SINGLE_ATTEMPT } from './client.ts';
import { getReferencedId } from './sessions.ts';

const PAGE_LIMIT = 50;

const ENTRY_KINDS: Readonly<Record<string, EntryKind>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund-failed',
  dispute: 'dispute',
  dispute_reversal: 'dispute-won',
  transfer: 'payout',
  transfer_reversal: 'payout-reversed',
};

/** Categories of the platform's own money and of fees for the whole account. They do not belong to any testimony. */
const OWN_CATEGORIES: ReadonlySet<string> = new Set([
  'topup',
  'topup_reversal',
  'payout',
  'payout_reversal',
  'fee',
  'tax',
  'network_cost',
  'connect_reserved_funds',
  'risk_reserved_funds',
  'payment_network_reserve_hold',
  'payment_network_reserve_release',
  'platform_earning',
  'platform_earning_refund',
]);

export function stripeTransactions(
  getStripe: GetStripeClient,
): Pick<Payments, 'listTransactions' | 'findTransactions'> {
  async function listAll(params: Stripe.BalanceTransactionListParams) {
    const { balanceTransactions } = await getStripe();
    return callStripeInJob(() =>
      balanceTransactions.list({ limit: PAGE_LIMIT, expand: ['data.source'], ...params }, SINGLE_ATTEMPT),
    );
  }

  /**
   * Finds the id that Stripe's balance transactions contain as their source. For a payment, it is the id of the latest
   * charge.
   */
  async function findSource(providerId: string): Promise<string | undefined> {
    if (!providerId.startsWith('pi_')) return providerId;
    const { paymentIntents } = await getStripe();
    const payment = await callStripeInJob(() =>
      paymentIntents.retrieve(providerId, undefined, SINGLE_ATTEMPT).catch(ignoreUnknownResource),
    );
    return getReferencedId(payment?.latest_charge) ?? undefined;
  }

  return {
    async listTransactions({ from, to }, cursor) {
      const created = { gte: toSeconds(from), lt: toSeconds(to) };
      const page = await listAll({ created, ...(cursor && { starting_after: cursor }) });
      const last = page.data.at(-1);
      return { items: page.data.flatMap(toTransaction), ...(page.has_more && last && { next: last.id }) };
    },

    async findTransactions(providerId) {
      const source = await findSource(providerId);
      return source ? (await listAll({ source })).data.flatMap(toTransaction) : [];
    },
  };
}

const toSeconds = (date: string): number => Math.floor(Date.parse(date) / 1000);

function toTransaction(transaction: Stripe.BalanceTransaction): ProviderTransaction[] {
  const { id, amount, fee, currency, created, reporting_category, source } = transaction;
  if (OWN_CATEGORIES.has(reporting_category)) return [];
  const kind = ENTRY_KINDS[reporting_category] ?? reporting_category;
  const references = typeof source === 'object' && source ? readReferences(source) : {};
  return [
    {
      id,
      amount,
      fee,
      at: new Date(created * 1000).toISOString(),
      // The ledger is in euros, so a transaction in another currency is always reported as a difference.
      kind: currency === 'eur' ? kind : `${kind} in ${currency}`,
      providerId: getReferencedId(source) ?? id,
      ...references,
    },
  ];
}

type References = Partial<
  Pick<ProviderTransaction, 'providerId' | 'testimonyId' | 'paymentId' | 'transferId'>
>;

/** Reads the references by which the testimony is found. Entries of a charge refer to its payment. */
function readReferences(source: Stripe.BalanceTransactionSource): References {
  switch (source.object) {
    case 'charge': {
      const paymentId = getReferencedId(source.payment_intent);
      const testimonyId = source.metadata.testimonyId;
      return { ...(paymentId && { providerId: paymentId, paymentId }), ...(testimonyId && { testimonyId }) };
    }
    case 'refund':
    case 'dispute': {
      const paymentId = getReferencedId(source.payment_intent);
      return paymentId ? { paymentId } : {};
    }
    case 'transfer':
      return source.transfer_group ? { testimonyId: source.transfer_group } : {};
    case 'transfer_reversal': {
      const transferId = getReferencedId(source.transfer);
      return transferId ? { transferId } : {};
    }
    default:
      return {};
  }
}
