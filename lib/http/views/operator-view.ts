/** Views of testimonies, their payments and their ledgers for operators (infra/docs/api/operators.md). */
import type { Change } from '../../domain/model/change.ts';
import { type Balances, getEscrowDeadline } from '../../domain/model/payments/escrow.ts';
import type { LedgerEntry } from '../../domain/model/payments/ledger-entry.ts';
import type { Testimony } from '../../domain/model/testimonies/testimony.ts';
import { sumBalances } from '../../domain/money/ledger.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick, toEuros } from './members.ts';
import { deliveryView, paymentView, payoutView } from './testimony-view.ts';

export function operatorTestimonyView(testimony: Testimony): ResponseData<'OperatorTestimony'> {
  return {
    ...pick(testimony, 'id', 'state', 'clientId'),
    expertId: testimony.acceptedOffer?.expert.id ?? null,
    ...pick(testimony, 'acceptedAt', 'dueAt', 'cancellationReason', 'documentCheck'),
    payment: paymentView(testimony),
    payout: payoutView(testimony),
    riskLevel: testimony.payment?.riskLevel ?? null,
    heldUntil: getEscrowDeadline(testimony),
    ...deliveryView(testimony),
  };
}

/** Returns a testimony after a decision about its money, with the entries among the changes of the decision. */
export const moneyDecisionView = (
  testimony: Testimony,
  changes: readonly Change[],
): ResponseData<'MoneyDecision'> => ({
  ...operatorTestimonyView(testimony),
  entries: listNewEntries(changes),
});

export function operatorPaymentView(
  testimony: Testimony,
  entries: readonly LedgerEntry[],
): ResponseData<'OperatorTestimonyDetails'> {
  const balances = sumBalances(entries);
  return {
    ...operatorTestimonyView(testimony),
    ledger: entries.toSorted((one, other) => (one.at < other.at ? -1 : 1)).map(ledgerEntryView),
    balances: balancesView(balances),
    held: toEuros(0 - balances.provider - balances.fees - balances.outside),
  };
}

const balancesView = (balances: Balances): ResponseData<'OperatorTestimonyDetails'>['balances'] => ({
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

const ledgerEntryView = (entry: LedgerEntry): ResponseData<'LedgerEntry'> => ({
  ...pick(entry, 'kind', 'sourceId', 'sessionId', 'from', 'to'),
  amount: toEuros(entry.amount),
  at: entry.at,
  respondBy: entry.respondBy ?? null,
});

const listNewEntries = (changes: readonly Change[]): ResponseData<'LedgerEntry'>[] =>
  changes.flatMap(change => (change.kind === 'entry-recorded' ? [ledgerEntryView(change.entry)] : []));
