/**
 * Statistics of a month for operators (infra/docs/api/operators.md#statistics). Months are in UTC, amounts are cents.
 */
import type { EntryKind } from '../model/payments/ledger-entry.ts';
import type { Testimony, TestimonyState } from '../model/testimonies/testimony.ts';
import { sumAccount, sumAtProvider } from '../money/ledger.ts';
import type { Dependencies } from '../ports/dependencies.ts';

type ProviderSum = 'payments' | 'refunds' | 'payouts' | 'disputes' | 'fees';

export interface MonthStatistics {
  /** Accounts that were registered in the month, including those that were closed later. */
  readonly registrations: { readonly clients: number; readonly experts: number };
  /** Testimonies that were created in the month, by their current state. */
  readonly testimonies: Readonly<Record<TestimonyState, number>>;
  /**
   * Sums of the ledger entries that were recorded in the month, in cents: one for each kind of movement at the provider,
   * one for payments outside of the provider, and one for the commission that was earned or given back.
   */
  readonly money: Readonly<Record<ProviderSum | 'outside' | 'commission', number>>;
  /** Medians for the testimonies that were created in the month, in milliseconds; null if there are no values. */
  readonly medians: Readonly<Record<'firstOffer' | 'acceptance' | 'delivery', number | null>>;
}

type Deps = Pick<Dependencies, 'monthlyRecords' | 'testimonies'>;

/** Number of testimonies in one read. `PARALLEL_CHUNKS` reads run at the same time, which limits the use of memory. */
const CHUNK = 100;
const PARALLEL_CHUNKS = 4;

export async function computeStatistics(month: string, deps: Deps): Promise<MonthStatistics> {
  const [created, money] = await Promise.all([deps.monthlyRecords.listCreated(month), sumMoney(month, deps)]);
  const { clients, experts, testimonyIds } = created;
  return { registrations: { clients, experts }, ...(await summarize(testimonyIds, deps)), money };
}

/** Sums to which the entries at the provider belong. Together, they are the change of the provider's balance. */
const SUM_BY_KIND: Readonly<Partial<Record<EntryKind, ProviderSum>>> = {
  payment: 'payments',
  refund: 'refunds',
  'refund-failed': 'refunds',
  payout: 'payouts',
  'payout-reversed': 'payouts',
  dispute: 'disputes',
  'dispute-won': 'disputes',
  fee: 'fees',
  'fee-returned': 'fees',
};

async function sumMoney(
  month: string,
  deps: Pick<Deps, 'monthlyRecords'>,
): Promise<MonthStatistics['money']> {
  const sums = { payments: 0, refunds: 0, payouts: 0, disputes: 0, fees: 0, outside: 0, commission: 0 };
  for await (const entries of deps.monthlyRecords.readEntries(month)) {
    for (const entry of entries) {
      const sum = SUM_BY_KIND[entry.kind];
      if (sum) sums[sum] += sumAtProvider([entry]);
    }
    sums.outside -= sumAccount(entries, 'outside');
    sums.commission += sumAccount(entries, 'commission');
  }
  return sums;
}

async function summarize(
  ids: readonly string[],
  { testimonies }: Deps,
): Promise<Pick<MonthStatistics, 'testimonies' | 'medians'>> {
  const counts = { pending: 0, offered: 0, accepted: 0, completed: 0, cancelled: 0 };
  const times = { firstOffer: [] as number[], acceptance: [] as number[], delivery: [] as number[] };
  await forEachChunk(ids, async chunk => {
    for (const testimony of await testimonies.findAll(chunk)) {
      const { state, createdAt, firstOfferAt, acceptedAt } = testimony;
      counts[state] += 1;
      addTime(times.firstOffer, createdAt, firstOfferAt);
      addTime(times.acceptance, createdAt, acceptedAt);
      addTime(times.delivery, acceptedAt, findDelivery(testimony));
    }
  });
  const { firstOffer, acceptance, delivery } = times;
  const medians = {
    firstOffer: computeLowerMedian(firstOffer),
    acceptance: computeLowerMedian(acceptance),
    delivery: computeLowerMedian(delivery),
  };
  return { testimonies: counts, medians };
}

const findDelivery = (testimony: Testimony): string | undefined => testimony.documents[0]?.deliveredAt;

function addTime(times: number[], from: string | null | undefined, to: string | null | undefined): void {
  if (from && to) times.push(Date.parse(to) - Date.parse(from));
}

/** Returns the median, or null if there are no values. For an even number, it is the lower of the middle two. */
export function computeLowerMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

async function forEachChunk(
  ids: readonly string[],
  visit: (chunk: readonly string[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += CHUNK * PARALLEL_CHUNKS) {
    const part = ids.slice(start, start + CHUNK * PARALLEL_CHUNKS);
    const chunks = Array.from({ length: Math.ceil(part.length / CHUNK) }, (_, index) =>
      part.slice(index * CHUNK, (index + 1) * CHUNK),
    );
    await Promise.all(chunks.map(visit));
  }
}
