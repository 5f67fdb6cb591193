/**
 * Comparison of the recorded ledger entries with the provider's balance transactions
 * (infra/docs/api/payments.md#reconciliation). Runs in jobs.
 */
import { HOUR } from '../../durations.ts';
import { auditChanges, createJob, jobsAdded } from '../changes.ts';
import { deriveId } from '../derive-id.ts';
import { InvalidRecordError, UnknownTaskError } from '../errors.ts';
import type { Decision } from '../model/change.ts';
import type { Job } from '../model/jobs/job.ts';
import { computeEndOfMonth, type ReconcileTask } from '../model/payments/books.ts';
import type { LedgerEntry } from '../model/payments/ledger-entry.ts';
import { sumAtProvider } from '../money/ledger.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { addJobOnce } from '../unit-of-work.ts';
import { checkTransaction, compareSums, reportDifference } from './differences.ts';
import type { MoneyDependencies } from './sync/payment-sync.ts';

type Deps = MoneyDependencies & Pick<Dependencies, 'alarms' | 'books'>;

const DAILY_PERIOD_MS = 72 * HOUR;

/**
 * Creates the job that compares the last three days. The last hour is left out, because its events may still be on the
 * way.
 */
export function createDailyReconciliation(deps: Pick<Dependencies, 'clock' | 'random'>): Job {
  const now = deps.clock.now().getTime();
  const from = new Date(now - DAILY_PERIOD_MS).toISOString();
  const to = new Date(now - HOUR).toISOString();
  return createJob({ kind: 'reconcile', from, to, step: 'provider' }, deps);
}

/** Starts the reconciliation of a period with the payment provider, at the request of an operator. */
export function startReconciliation(
  { from, to }: Pick<ReconcileTask, 'from' | 'to'>,
  who: string,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<Job> {
  const job = createJob({ kind: 'reconcile', from, to, step: 'provider' }, deps);
  const audit = auditChanges(
    { subjectId: job.id, who, what: 'reconciliation started', why: `${from} ${to}` },
    deps,
  );
  return { result: job, changes: [...jobsAdded([job]), ...audit] };
}

/**
 * Compares one page, and adds the job for the next page. Safe to repeat.
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
    for (const { kind, sourceId: providerId, testimonyId, at } of due.filter(entry =>
      hasTransaction(entry, deps),
    ))
      await skipIfInvalid(() => reportDifference({ kind, providerId, testimonyId, at }, deps));
    if (next && due.length === items.length) return { step: 'recorded', cursor: next };
    const following = computeEndOfMonth(month);
    return following < to ? { step: 'recorded', cursor: following } : { step: 'open' };
  },

  async open({ cursor }, deps) {
    const { items, next } = await deps.books.listDifferences(cursor ? { from: cursor } : {});
    for (const difference of items)
      await skipIfInvalid(async () => {
        const current = await compareSums(difference, deps);
        if (!current) await deps.unitOfWork.commit([{ kind: 'difference-resolved', difference }]);
      });
    return next ? { step: 'open', cursor: next } : undefined;
  },
};

/**
 * Runs the comparison of one object. If a needed record is invalid, skips the object. The store has logged the record.
 */
async function skipIfInvalid(comparison: () => Promise<void>): Promise<void> {
  try {
    await comparison();
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
  }
}

/** Returns whether the provider must have a balance transaction for the entry. */
const hasTransaction = (entry: LedgerEntry, { payments }: Deps): boolean =>
  entry.from !== 'fees' &&
  entry.to !== 'fees' &&
  sumAtProvider([entry]) !== 0 &&
  payments.hasTransactions(entry.sourceId);
