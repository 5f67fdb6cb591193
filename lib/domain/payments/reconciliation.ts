/** Comparison of the books with the provider's balance (infra/docs/api/payments.md#reconciliation). Runs in jobs. */
import { createHash } from 'node:crypto';
import { addJobs, createAuditEntry, createJob, deriveId, recordAudit, recordMovements } from '../changes.ts';
import { DomainError, UnknownTaskError } from '../errors.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { Difference, ProviderTransaction, ReconcileTask } from '../model/books.ts';
import type { Job } from '../model/job.ts';
import { isFee, type MoneyMovement, sumMovements } from '../model/movement.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { addJobOnce, commitDecision } from '../unit-of-work.ts';
import { isSimulatedTransfer } from './transfers.ts';

type Deps = Pick<
  Dependencies,
  'alarms' | 'books' | 'checkouts' | 'clock' | 'payments' | 'random' | 'unitOfWork'
>;

const HOUR_MS = 3600_000;
const DAILY_PERIOD_MS = 72 * HOUR_MS;

/** Creates the job that compares the last three days. The last hour is left out: its events may still be on the way. */
export function createDailyReconciliation(deps: Pick<Dependencies, 'clock' | 'random'>): Job {
  const now = deps.clock.now().getTime();
  const from = new Date(now - DAILY_PERIOD_MS).toISOString();
  const to = new Date(now - HOUR_MS).toISOString();
  return createJob({ kind: 'reconcile', from, to, step: 'provider' }, deps);
}

/** Starts the comparison of a period at the request of an operator. */
export async function startReconciliation(
  { from, to }: Pick<ReconcileTask, 'from' | 'to'>,
  who: string,
  deps: Pick<Dependencies, 'clock' | 'random' | 'unitOfWork'>,
): Promise<Job> {
  const job = createJob({ kind: 'reconcile', from, to, step: 'provider' }, deps);
  const subject = { kind: 'job', id: job.id } as const;
  const audit = createAuditEntry(
    { subject, who, what: 'reconciliation started', why: `${from} ${to}` },
    deps,
  );
  await commitDecision(() => ({ result: job, changes: [...addJobs([job]), recordAudit(audit)] }), deps);
  return job;
}

/**
 * Dismisses a difference, so that no later run lists it again. A second dismissal changes nothing.
 *
 * @param read the difference as the caller has read it; the first attempt uses it instead of a new read
 * @throws DomainError `not-found` when a run has resolved the difference in the meantime
 */
export function dismissDifference(
  read: Difference,
  { who, why }: OperatorDecision,
  deps: Pick<Dependencies, 'books' | 'clock' | 'random' | 'unitOfWork'>,
): Promise<Difference> {
  const subject = { kind: 'difference', id: read.id } as const;
  const audit = createAuditEntry({ subject, who, what: 'difference dismissed', why }, deps);
  return commitDecision<Difference>(async isFirst => {
    const difference = isFirst ? read : await deps.books.findDifference(read.id);
    if (!difference) throw new DomainError('not-found');
    if (difference.dismissedAt) return { result: difference, changes: [] };
    const dismissed = { ...difference, dismissedAt: audit.when };
    return {
      result: dismissed,
      changes: [{ kind: 'difference-dismissed', difference: dismissed }, recordAudit(audit)],
    };
  }, deps);
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
    for (const transaction of items) await checkTransaction(transaction, deps);
    return next ? { step: 'provider', cursor: next } : { step: 'recorded', cursor: from };
  },

  async recorded({ to, cursor = '' }, deps) {
    const month = cursor.slice(0, 7);
    const { items, next } = await deps.books.listMovements(month, { from: cursor });
    const due = items.filter(({ at }) => at < to);
    for (const movement of due.filter(hasTransaction)) await checkMovement(movement, deps);
    if (next && due.length === items.length) return { step: 'recorded', cursor: next };
    const following = nextMonth(month);
    return following < to ? { step: 'recorded', cursor: following } : { step: 'open' };
  },

  async open({ cursor }, deps) {
    const { items, next } = await deps.books.listDifferences(cursor ? { from: cursor } : {});
    for (const difference of items) {
      const current = await compare(difference, deps);
      if (!current) await deps.unitOfWork.commit([{ kind: 'difference-resolved', difference }]);
    }
    return next ? { step: 'open', cursor: next } : undefined;
  },
};

function nextMonth(month: string): string {
  const first = new Date(`${month}-01T00:00:00.000Z`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return first.toISOString();
}

/** Returns whether the provider must have a balance transaction for the movement. */
const hasTransaction = (movement: MoneyMovement): boolean =>
  !isFee(movement) &&
  movement.kind !== 'settled-outside' &&
  movement.amount !== 0 &&
  /^[a-z]+_/.test(movement.providerId) &&
  !isSimulatedTransfer(movement);

/** Compares a transaction with the movements on record, and records its fee. */
async function checkTransaction(transaction: ProviderTransaction, deps: Deps): Promise<void> {
  const { kind, providerId, amount, at } = transaction;
  const testimonyId = await findTestimony(transaction, deps);
  const all = testimonyId ? await deps.checkouts.listMovements(testimonyId) : [];
  const recorded = all.filter(isOf({ kind, providerId }));
  const [movement] = recorded;
  if (movement) await recordFee(transaction, movement, all, deps);
  if (movement && sumMovements(recorded) === amount) return;
  await report({ kind, providerId, testimonyId: testimonyId ?? null, at }, deps);
}

const isOf =
  (object: Pick<Difference, 'kind' | 'providerId'>) =>
  ({ kind, providerId }: Pick<Difference, 'kind' | 'providerId'>) =>
    kind === object.kind && providerId === object.providerId;

async function checkMovement(
  { kind, providerId, testimonyId, at }: MoneyMovement,
  deps: Deps,
): Promise<void> {
  await report({ kind, providerId, testimonyId, at }, deps);
}

type Compared = Pick<Difference, 'kind' | 'providerId' | 'testimonyId' | 'at'>;

/** Records a difference of the object, if there is one that is neither known nor dismissed, and alerts the operators. */
async function report(compared: Compared, deps: Deps): Promise<void> {
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

/** Compares all transactions and movements of one object. Returns both sums, or undefined when they are equal. */
async function compare(
  { testimonyId, ...object }: Pick<Compared, 'kind' | 'providerId' | 'testimonyId'>,
  deps: Deps,
): Promise<Pick<Difference, 'providerAmount' | 'recordedAmount'> | undefined> {
  const transactions = (await deps.payments.findTransactions(object.providerId)).filter(isOf(object));
  const [transaction] = transactions;
  // The payment of a difference may have been recorded since the difference was found.
  const known = testimonyId ?? (transaction && (await findTestimony(transaction, deps)));
  const movements = known ? await deps.checkouts.listMovements(known) : [];
  const providerAmount = sumOf(transactions);
  const recordedAmount = sumOf(movements.filter(isOf(object)));
  return providerAmount === recordedAmount ? undefined : { providerAmount, recordedAmount };
}

const sumOf = (entries: readonly { readonly amount: number }[]): number | null =>
  entries.length > 0 ? sumMovements(entries) : null;

async function findTestimony(
  { testimonyId, paymentId, transferId }: ProviderTransaction,
  { checkouts, payments }: Deps,
): Promise<string | undefined> {
  const checkout = paymentId ? await checkouts.findPaid(paymentId) : undefined;
  if (checkout) return checkout.testimonyId;
  return testimonyId ?? (transferId ? payments.findTestimonyOfTransfer(transferId) : undefined);
}

/** Records the provider's fee of a transaction once, as a movement with the id of the transaction. */
async function recordFee(
  { id: providerId, fee, at }: ProviderTransaction,
  { testimonyId, sessionId }: MoneyMovement,
  recorded: readonly MoneyMovement[],
  { unitOfWork }: Deps,
): Promise<void> {
  const kind = fee > 0 ? 'fee' : 'fee-returned';
  if (fee === 0 || recorded.some(isOf({ kind, providerId }))) return;
  const movement: MoneyMovement = { kind, providerId, testimonyId, sessionId, amount: -fee, at };
  await unitOfWork.commit(recordMovements([movement]));
}

/** Derives the id of the difference of an object, so that every run finds the same difference. */
function createDifferenceId({ kind, providerId }: Pick<Difference, 'kind' | 'providerId'>): string {
  const hash = createHash('sha256').update(`${kind} ${providerId}`).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
