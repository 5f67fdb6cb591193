/**
 * Differences between the recorded entries and the balance transactions of one of the provider's objects
 * (infra/docs/api/payments.md#reconciliation).
 */
import { auditChanges, createAuditEntry, entriesRecorded } from '../changes.ts';
import { deriveId } from '../derive-id.ts';
import type { OperatorDecision } from '../model/activity/audit.ts';
import type { Decision } from '../model/change.ts';
import { type Difference, isMonthFinal, type ProviderTransaction } from '../model/payments/books.ts';
import type { LedgerEntry } from '../model/payments/ledger-entry.ts';
import { LedgerDraft, sumAtProvider } from '../money/ledger.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { type MoneyDependencies, syncPayment } from './sync/payment-sync.ts';

type Deps = MoneyDependencies & Pick<Dependencies, 'alarms'>;

/** Beginning of the ids of differences. Ids are derived, so that every run gives the same difference the same id. */
const NAMESPACE = '00000000-0000-8';

/** Dismisses a difference, so that no later run lists it again. A second dismissal changes nothing. */
export function dismissDifference(
  difference: Difference,
  { who, why }: OperatorDecision,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<Difference> {
  if (difference.dismissedAt) return { result: difference, changes: [] };
  const audit = createAuditEntry({ subjectId: difference.id, who, what: 'difference dismissed', why }, deps);
  const dismissed = { ...difference, dismissedAt: audit.when };
  return {
    result: dismissed,
    changes: [{ kind: 'difference-dismissed', difference: dismissed }, ...auditChanges(audit, deps)],
  };
}

/**
 * Compares a transaction with the recorded entries, and records its fee. If no entry is found, even after a look-up of
 * the payments, the fee is not recorded.
 */
export async function checkTransaction(transaction: ProviderTransaction, deps: Deps): Promise<void> {
  const { kind, providerId, amount, at } = transaction;
  const testimonyId = (await findTestimony(transaction, deps)) ?? null;
  const readEntries = async () => (testimonyId ? await deps.checkouts.listEntries(testimonyId) : []);
  let entries = await readEntries();
  const recorded = entries.filter(isOf({ kind, providerId }));
  if (recorded.length === 0 || sumAtProvider(recorded) !== amount) {
    await reportDifference({ kind, providerId, testimonyId, at }, deps);
    entries = await readEntries();
  }
  const entry = entries.find(isOf({ kind, providerId }));
  if (entry) await recordFee(transaction, entry, entries, deps);
}

const isOf =
  (object: Pick<Difference, 'kind' | 'providerId'>) =>
  ({ kind, sourceId }: Pick<LedgerEntry, 'kind' | 'sourceId'>) =>
    kind === object.kind && sourceId === object.providerId;

type Compared = Pick<Difference, 'kind' | 'providerId' | 'testimonyId' | 'at'>;

/**
 * Looks up the payments of the testimony when an object has a difference, so that missing entries are recorded. If a
 * difference remains that is neither known nor dismissed, the function records it and alerts the operators.
 */
export async function reportDifference(compared: Compared, deps: Deps): Promise<void> {
  if (!(await compareSums(compared, deps))) return;
  await lookUpPayments(compared, deps);
  const amounts = await compareSums(compared, deps);
  if (!amounts) return;
  const { kind, providerId, testimonyId, at } = compared;
  const difference: Difference = {
    id: deriveId(NAMESPACE, `${kind} ${providerId}`),
    kind,
    providerId,
    ...amounts,
    testimonyId,
    at,
    foundAt: deps.clock.now().toISOString(),
    dismissedAt: null,
  };
  const rejections = await deps.unitOfWork.commit([{ kind: 'difference-found', difference }]);
  if (rejections.length === 0) deps.alarms.raise('books differ');
}

/** Looks up all payments of a testimony, because the difference can be that of a late payment. */
async function lookUpPayments({ testimonyId }: Compared, deps: Deps): Promise<void> {
  const entries = testimonyId ? await deps.checkouts.listEntries(testimonyId) : [];
  const payments = entries.filter(({ kind }) => kind === 'payment').map(({ sourceId }) => sourceId);
  for (const paymentId of new Set(payments)) await syncPayment(paymentId, deps);
}

/** Compares all transactions and entries of one object. Returns both sums, or undefined when they are equal. */
export async function compareSums(
  { testimonyId, ...object }: Pick<Compared, 'kind' | 'providerId' | 'testimonyId'>,
  deps: Deps,
): Promise<Pick<Difference, 'providerAmount' | 'recordedAmount'> | undefined> {
  const transactions = (await deps.payments.findTransactions(object.providerId)).filter(
    ({ kind, providerId }) => kind === object.kind && providerId === object.providerId,
  );
  const [transaction] = transactions;
  // The payment may have been recorded since the difference was found.
  const known = testimonyId ?? (transaction && (await findTestimony(transaction, deps)));
  const entries = known ? (await deps.checkouts.listEntries(known)).filter(isOf(object)) : [];
  const sum = transactions.reduce((total, { amount }) => total + amount, 0);
  const providerAmount = transactions.length > 0 ? sum : null;
  const recordedAmount = entries.length > 0 ? sumAtProvider(entries) : null;
  return providerAmount === recordedAmount ? undefined : { providerAmount, recordedAmount };
}

async function findTestimony(
  { testimonyId, paymentId, transferId }: ProviderTransaction,
  { checkouts, payments }: Deps,
): Promise<string | undefined> {
  const checkout = paymentId ? await checkouts.findPaid(paymentId) : undefined;
  if (checkout) return checkout.testimonyId;
  return testimonyId ?? (transferId ? payments.findTestimonyOfTransfer(transferId) : undefined);
}

/**
 * Records the provider's fee of a transaction once, as an entry with the id of the transaction. It has the time of the
 * transaction, unless the books of that month are final.
 */
async function recordFee(
  { id, fee, at }: ProviderTransaction,
  { testimonyId, sessionId }: LedgerEntry,
  recorded: readonly LedgerEntry[],
  { clock, unitOfWork }: Deps,
): Promise<void> {
  const now = clock.now();
  const recordedAt = isMonthFinal(at.slice(0, 7), now) ? now.toISOString() : at;
  const draft = new LedgerDraft(recorded, { testimonyId, sessionId, at: recordedAt });
  const kind = fee > 0 ? 'fee' : 'fee-returned';
  if (fee === 0 || draft.has(kind, id)) return;
  if (fee > 0) draft.post(kind, id, ['fees', 'provider'], fee);
  else draft.post(kind, id, ['provider', 'fees'], -fee);
  await unitOfWork.commit(entriesRecorded(draft.fresh));
}
