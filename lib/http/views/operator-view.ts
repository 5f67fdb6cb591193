/** Views of testimonies, their payments and their ledgers for operators (infra/docs/api/operators.md). */
import type { Change } from '../../domain/model/change.ts';
import { type Balances, getEscrowDeadline } from '../../domain/model/payments/escrow.ts';
import type { LedgerEntry } from '../../domain/model/payments/ledger-entry.ts';
import type { Testimony } from '../../domain/model/testimonies/testimony.ts';
import { sumBalances } from '../../domain/money/ledger.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick, toEuros } from './members.ts';
import { createDeliveryView, createPaymentView, createPayoutView } from './testimony-view.ts';

export function createOperatorTestimonyView(testimony: Testimony): ResponseData<'OperatorTestimony'> {
  return {
    ...pick(testimony, 'id', 'state', 'clientId'),
    expertId: testimony.acceptedOffer?.expert.id ?? null,
    ...pick(testimony, 'acceptedAt', 'dueAt', 'cancellationReason', 'documentCheck'),
    payment: createPaymentView(testimony),
    payout: createPayoutView(testimony),
    riskLevel: testimony.payment?.riskLevel ?? null,
    heldUntil: getEscrowDeadline(testimony),
    ...createDeliveryView(testimony),
  };
}

/** Returns a testimony after a decision about its money, with the entries among the changes of the decision. */
export const createMoneyDecisionView = (
  testimony: Testimony,
  changes: readonly Change[],
): ResponseData<'MoneyDecision'> => ({
  ...createOperatorTestimonyView(testimony),
  entries: listNewEntries(changes),
});

export function createOperatorPaymentView(
  testimony: Testimony,
  entries: readonly LedgerEntry[],
): ResponseData<'OperatorTestimonyDetails'> {
  const balances = sumBalances(entries);
  return {
    ...createOperatorTestimonyView(testimony),
    ledger: entries.toSorted((one, other) => (one.at < other.at ? -1 : 1)).map(createLedgerEntryView),
    balances: createBalancesView(balances),
    held: toEuros(0 - balances.provider - balances.fees - balances.outside),
  };
}

const createBalancesView = (balances: Balances): ResponseData<'OperatorTestimonyDetails'>['balances'] => ({
  provider: toEuros(balances.provider),
  expert: toEuros(balances.expert),
  deferredCommission: toEuros(balances['deferred-commission']),
  commission: toEuros(balances.commission),
  platformLoss: toEuros(balances['platform-loss']),
  fees: toEuros(balances.fees),
  unallocated: toEuros(balances.unallocated),
  refundInTransit: toEuros(balances['refund-in-transit']),
  dispute: toEuros(balances.dispute),
  outside: toEuros(balances.outside),
});

const createLedgerEntryView = (entry: LedgerEntry): ResponseData<'LedgerEntry'> => ({
  ...pick(entry, 'kind', 'sourceId', 'sessionId', 'from', 'to'),
  amount: toEuros(entry.amount),
  at: entry.at,
  respondBy: entry.respondBy ?? null,
});

const listNewEntries = (changes: readonly Change[]): ResponseData<'LedgerEntry'>[] =>
  changes.flatMap(change => (change.kind === 'entry-recorded' ? [createLedgerEntryView(change.entry)] : []));
