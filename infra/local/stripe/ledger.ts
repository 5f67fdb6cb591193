/**
 * The platform's balance: every movement of money is a balance transaction, and their sum is what there is.
 *
 * The stand-in takes no fees. What a card brings in can be used a week later, as with a new account of
 * Stripe's; a transfer that names its charge waits with it.
 */
import { complete } from './complete.ts';
import type { BalanceTransaction, Charge } from './objects.ts';
import { newId } from './objects.ts';
import type { Provider } from './provider.ts';

const SETTLING_SECONDS = 7 * 24 * 3600;

/** What moves money, and what Stripe's reports call it. */
const TYPES = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'adjustment',
  dispute_reversal: 'adjustment',
  transfer: 'transfer',
  transfer_reversal: 'transfer_refund',
  platform_earning: 'application_fee',
  platform_earning_refund: 'application_fee_refund',
} as const;

interface Movement {
  readonly category: keyof typeof TYPES;
  /** Negative when the platform pays. */
  readonly amount: number;
  /** The object that it comes of. */
  readonly source: string;
  readonly charge?: Charge | undefined;
  readonly transfer_group?: string | null;
}

export function move(
  provider: Provider,
  { category, amount, source, charge, transfer_group }: Movement,
): BalanceTransaction {
  const created = provider.now();
  return provider.store.put<BalanceTransaction>(
    complete('balance_transaction', {
      id: newId('txn_'),
      object: 'balance_transaction',
      amount,
      available_on: availableFrom(provider, category, charge),
      balance_type: 'payments',
      created,
      currency: 'eur',
      fee: 0,
      net: amount,
      reporting_category: category,
      source,
      status: 'available',
      type: TYPES[category],
      hidden: {
        charge: charge?.id ?? null,
        payment_intent: charge?.payment_intent ?? null,
        transfer_group: transfer_group ?? charge?.transfer_group ?? null,
      },
    }),
  );
}

/** A charge's money comes late; what is sent on out of it waits for it, all else counts at once. */
function availableFrom(provider: Provider, category: Movement['category'], charge?: Charge): number {
  if (category === 'charge') return provider.now() + SETTLING_SECONDS;
  if (!category.startsWith('transfer') || !charge) return provider.now();
  const own = provider.store
    .list('balance_transaction')
    .find(({ source, reporting_category }) => source === charge.id && reporting_category === 'charge');
  return own?.available_on ?? provider.now();
}

/** Cents that may be spent now, and those that are still to come. */
export function balanceOf(provider: Provider): { readonly available: number; readonly pending: number } {
  const all = provider.store.list('balance_transaction');
  const sum = (some: readonly BalanceTransaction[]) => some.reduce((total, { amount }) => total + amount, 0);
  const isHere = ({ available_on }: BalanceTransaction) => available_on <= provider.now();
  return { available: sum(all.filter(isHere)), pending: sum(all.filter(one => !isHere(one))) };
}

/** Every movement, oldest first, with what it belongs to. */
export function ledgerOf(provider: Provider, wanted: URLSearchParams): object[] {
  const lines = provider.store
    .list('balance_transaction')
    .reverse()
    .map(({ id, amount, created, reporting_category: kind, source, hidden }) => ({
      id,
      kind,
      amount,
      created,
      source,
      ...hidden,
    }));
  return lines.filter(line =>
    [...wanted].every(([name, value]) => line[name as keyof typeof line] === value),
  );
}
