/** Comparison of the books with the provider's balance (infra/docs/api/payments.md#reconciliation). Runs in jobs. */
import { createHash } from 'node:crypto';
import { addJobs, createAuditEntry, createJob, recordAudit, recordEntries } from '../changes.ts';
import { deriveId } from '../derive-id.ts';
import { InvalidRecordError, UnknownTaskError } from '../errors.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { Difference, ProviderTransaction, ReconcileTask } from '../model/books.ts';
import type { Decision } from '../model/change.ts';
import type { Job } from '../model/job.ts';
import type { LedgerEntry } from '../model/ledger-entry.ts';
import { isFee, sumAtProvider } from '../money/ledger.ts';
import { LedgerDraft } from '../money/ledger-draft.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { addJobOnce } from '../unit-of-work.ts';
import { isSimulatedTransfer } from './payouts/transfers.ts';
import { type MoneyDependencies, syncPayment } from './sync/payment-sync.ts';

type Deps = MoneyDependencies & Pick<Dependencies, 'alarms' | 'books'>;

const HOUR_MS = 3600_000;
const DAILY_PERIOD_MS = 72 * HOUR_MS;

/** Creates the job that compares the last three days. The last hour is left out: its events may still be on the way. */
export function createDailyReconciliation(deps: Pick<Dependencies, 'clock' | 'random'>): Job {
  const now = deps.clock.now().getTime();
  const from = new Date(now - DAILY_PERIOD_MS).toISOString();
  const to = new Date(now - HOUR_MS).toISOString();
  return createJob({ kind: 'reconcile', from, to, step: 'provider' }, deps);
}

/** Returns the decision to start the comparison of a period at the request of an operator. */
export function startReconciliation(
  { from, to }: Pick<ReconcileTask, 'from' | 'to'>,
  who: string,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<Job> {
  const job = createJob({ kind: 'reconcile', from, to, step: 'provider' }, deps);
  const subject = { kind: 'job', id: job.id } as const;
  const audit = createAuditEntry(
    { subject, who, what: 'reconciliation started', why: `${from} ${to}` },
    deps,
  );
  return { result: job, changes: [...addJobs([job]), recordAudit(audit)] };
}

/** Returns the decision to dismiss a difference, so that no later run lists it again. A second one changes nothing. */
export function dismissDifference(
  difference: Difference,
  { who, why }: OperatorDecision,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<Difference> {
  if (difference.dismissedAt) return { result: difference, changes: [] };
  const subject = { kind: 'difference', id: difference.id } as const;
  const audit = createAuditEntry({ subject, who, what: 'difference dismissed', why }, deps);
  const dismissed = { ...difference, dismissedAt: audit.when };
  return {
    result: dismissed,
    changes: [{ kind: 'difference-dismissed', difference: dismissed }, recordAudit(audit)],
  };
}

/**
 * Compares one page, and adds the job for the next one. Safe to repeat.
 * @throws UnknownTaskError for a step that this version of the service does not know
 */
export async function reconcile(task: ReconcileTask, jobId: string, deps: Deps): Promise<void> {
  if (!Object.hasOwn(STEPS, task.step)) throw new UnknownTaskError(`unknown step: ${task.step}`);
  const next = await STEPS[task.step](task, deps);
  if (!next) return;
  const { from, to } = task;
  const id = deriveId(jobId, `${next.step} ${next.cursor ?? ''}`);
  const createdAt = deps.clock.now().toISOString();
  await addJobOnce({ id, task: { kind: 'reconcile', from, to, ...next }, attempts: 0, createdAt }, deps);
}

type Position = Pick<ReconcileTask, 'step' | 'cursor'>;

const STEPS: Record<
  ReconcileTask['step'],
  (task: ReconcileTask, deps: Deps) => Promise<Position | undefined>
> = {
  async provider({ from, to, cursor }, deps) {
    const { items, next } = await deps.payments.listTransactions({ from, to }, cursor);
    for (const transaction of items) await skipIfInvalid(() => checkTransaction(transaction, deps));
    return next ? { step: 'provider', cursor: next } : { step: 'recorded', cursor: from };
  },

  async recorded({ to, cursor = '' }, deps) {
    const month = cursor.slice(0, 7);
    const { items, next } = await deps.books.listEntries(month, { from: cursor });
    const due = items.filter(({ at }) => at < to);
    for (const { kind, sourceId: providerId, testimonyId, at } of due.filter(hasTransaction))
      await skipIfInvalid(() => report({ kind, providerId, testimonyId, at }, deps));
    if (next && due.length === items.length) return { step: 'recorded', cursor: next };
    const following = nextMonth(month);
    return following < to ? { step: 'recorded', cursor: following } : { step: 'open' };
  },

  async open({ cursor }, deps) {
    const { items, next } = await deps.books.listDifferences(cursor ? { from: cursor } : {});
    for (const difference of items)
      await skipIfInvalid(async () => {
        const current = await compare(difference, deps);
        if (!current) await deps.unitOfWork.commit([{ kind: 'difference-resolved', difference }]);
      });
    return next ? { step: 'open', cursor: next } : undefined;
  },
};

/** Compares one object. Leaves it out when a record that the comparison needs is invalid; the log names the record. */
async function skipIfInvalid(comparison: () => Promise<void>): Promise<void> {
  try {
    await comparison();
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
  }
}

function nextMonth(month: string): string {
  const first = new Date(`${month}-01T00:00:00.000Z`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return first.toISOString();
}

/** Returns whether the provider must have a balance transaction for the entry. */
const hasTransaction = (entry: LedgerEntry): boolean =>
  !isFee(entry) && sumAtProvider([entry]) !== 0 && !isSimulatedTransfer(entry.sourceId);

/** Compares a transaction with the entries on record, and records its fee. */
async function checkTransaction(transaction: ProviderTransaction, deps: Deps): Promise<void> {
  const { kind, providerId, amount, at } = transaction;
  const testimonyId = await findTestimony(transaction, deps);
  const all = testimonyId ? await deps.checkouts.listEntries(testimonyId) : [];
  const recorded = all.filter(isOf({ kind, providerId }));
  const [entry] = recorded;
  if (entry) await recordFee(transaction, entry, all, deps);
  if (entry && sumAtProvider(recorded) === amount) return;
  await report({ kind, providerId, testimonyId: testimonyId ?? null, at }, deps);
}

const isOf =
  (object: Pick<Difference, 'kind' | 'providerId'>) =>
  ({ kind, sourceId }: Pick<LedgerEntry, 'kind' | 'sourceId'>) =>
    kind === object.kind && sourceId === object.providerId;

type Compared = Pick<Difference, 'kind' | 'providerId' | 'testimonyId' | 'at'>;

/**
 * Looks up the payment of an object that differs, which records what is missing. If the object still differs, and the
 * difference is neither known nor dismissed, records it and alerts the operators.
 */
async function report(compared: Compared, deps: Deps): Promise<void> {
  if (!(await compare(compared, deps))) return;
  await lookUpPayments(compared, deps);
  const amounts = await compare(compared, deps);
  if (!amounts) return;
  const { kind, providerId, testimonyId, at } = compared;
  const difference: Difference = {
    ...{ id: createDifferenceId(compared), kind, providerId, ...amounts, testimonyId, at },
    ...{ foundAt: deps.clock.now().toISOString(), dismissedAt: null },
  };
  const rejections = await deps.unitOfWork.commit([{ kind: 'difference-found', difference }]);
  if (rejections.length === 0) deps.alarms.raise('books differ');
}

/** Looks up all payments of the testimony, because one that came too late is not the payment of the testimony. */
async function lookUpPayments({ testimonyId }: Compared, deps: Deps): Promise<void> {
  const entries = testimonyId ? await deps.checkouts.listEntries(testimonyId) : [];
  const payments = entries.filter(({ kind }) => kind === 'payment').map(({ sourceId }) => sourceId);
  for (const paymentId of new Set(payments)) await syncPayment(paymentId, deps);
}

/** Compares all transactions and entries of one object. Returns both sums, or undefined when they are equal. */
async function compare(
  { testimonyId, ...object }: Pick<Compared, 'kind' | 'providerId' | 'testimonyId'>,
  deps: Deps,
): Promise<Pick<Difference, 'providerAmount' | 'recordedAmount'> | undefined> {
  const transactions = (await deps.payments.findTransactions(object.providerId)).filter(
    ({ kind, providerId }) => kind === object.kind && providerId === object.providerId,
  );
  const [transaction] = transactions;
  // The payment of a difference may have been recorded since the difference was found.
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

/** Records the provider's fee of a transaction once, as an entry with the id of the transaction. */
async function recordFee(
  { id, fee, at }: ProviderTransaction,
  { testimonyId, sessionId }: LedgerEntry,
  recorded: readonly LedgerEntry[],
  { unitOfWork }: Deps,
): Promise<void> {
  const draft = new LedgerDraft(recorded, { testimonyId, sessionId, at });
  const isCharged = fee > 0;
  const kind = isCharged ? 'fee' : 'fee-returned';
  if (fee === 0 || draft.has(kind, id)) return;
  draft.post(
    kind,
    id,
    isCharged ? ['platform-loss', 'provider'] : ['provider', 'platform-loss'],
    Math.abs(fee),
  );
  await unitOfWork.commit(recordEntries(draft.fresh));
}

/** Derives the id of the difference of an object, so that every run finds the same difference. */
function createDifferenceId({ kind, providerId }: Pick<Difference, 'kind' | 'providerId'>): string {
  const hash = createHash('sha256').update(`${kind} ${providerId}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
