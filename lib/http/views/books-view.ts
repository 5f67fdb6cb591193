/** Operators' views of entries, differences and statistics (infra/docs/api/operators.md). Amounts are in euros. */
import { type Difference, isMonthFinal } from '../../domain/model/payments/books.ts';
import type { Checkout } from '../../domain/model/payments/checkout-session.ts';
import type { LedgerEntry } from '../../domain/model/payments/ledger-entry.ts';
import type { Testimony } from '../../domain/model/testimonies/testimony.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import type { MonthStatistics } from '../../domain/statistics/month-statistics.ts';
import { HOUR } from '../../durations.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick, toEuros } from './members.ts';

export function createDifferenceView(difference: Difference): ResponseData<'Difference'> {
  return {
    ...pick(difference, 'id', 'kind', 'providerId'),
    providerAmount: toEuros(difference.providerAmount),
    recordedAmount: toEuros(difference.recordedAmount),
    ...pick(difference, 'testimonyId', 'at', 'foundAt', 'dismissedAt'),
  };
}

/** Returns the statistics of a month. Times are in hours, with one decimal. */
export function createStatisticsView(
  month: string,
  { registrations, testimonies, money, medians }: MonthStatistics,
): ResponseData<'Statistics'> {
  const toHours = (time: number | null) => (time === null ? null : Math.round((time / HOUR) * 10) / 10);
  return {
    month,
    registrations: pick(registrations, 'clients', 'experts'),
    testimonies: pick(testimonies, 'pending', 'offered', 'accepted', 'completed', 'cancelled'),
    money: {
      payments: toEuros(money.payments),
      refunds: toEuros(money.refunds),
      payouts: toEuros(money.payouts),
      disputes: toEuros(money.disputes),
      fees: toEuros(money.fees),
      outside: toEuros(money.outside),
      commission: toEuros(money.commission),
    },
    medianHours: {
      firstOffer: toHours(medians.firstOffer),
      acceptance: toHours(medians.acceptance),
      delivery: toHours(medians.delivery),
    },
  };
}

/**
 * Creates the accounting line of each ledger entry. Reads the checkouts and testimonies to which the entries belong.
 */
export async function createAccountingViews(
  entries: readonly LedgerEntry[],
  deps: Pick<Dependencies, 'checkouts' | 'clock' | 'testimonies'>,
): Promise<ResponseData<'AccountingLine'>[]> {
  const now = deps.clock.now();
  const sessionIds = [...new Set(entries.map(({ sessionId }) => sessionId))];
  const testimonyIds = [...new Set(entries.map(({ testimonyId }) => testimonyId))];
  const [checkouts, testimonies] = await Promise.all([
    Promise.all(sessionIds.map(id => deps.checkouts.find(id))),
    deps.testimonies.findAll(testimonyIds),
  ]);
  return entries.map(entry =>
    createAccountingView(
      entry,
      isMonthFinal(entry.at.slice(0, 7), now),
      checkouts.find(checkout => checkout?.id === entry.sessionId),
      testimonies.find(({ id }) => id === entry.testimonyId),
    ),
  );
}

function createAccountingView(
  { kind, sourceId, testimonyId, sessionId, from, to, amount, at }: LedgerEntry,
  isFinal: boolean,
  checkout: Checkout | undefined,
  testimony: Testimony | undefined,
): ResponseData<'AccountingLine'> {
  const accepted = testimony?.sessionId === sessionId ? testimony : undefined;
  return {
    at,
    kind,
    from,
    to,
    amount: toEuros(amount),
    sourceId,
    testimonyId,
    clientId: checkout?.clientId ?? testimony?.clientId ?? null,
    client: formatName(checkout?.buyer ?? accepted?.contact),
    expertId: checkout?.expertId ?? testimony?.acceptedOffer?.expert.id ?? null,
    expert: formatName(accepted?.acceptedOffer?.expert),
    paymentId: checkout?.payment?.paymentId ?? null,
    sessionId,
    isFinal,
  };
}

function formatName(
  person: { readonly firstName: string | null; readonly lastName: string | null } | null | undefined,
): string | null {
  return [person?.firstName, person?.lastName].filter(Boolean).join(' ') || null;
}
