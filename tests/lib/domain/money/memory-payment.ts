/** A paid testimony in memory, with the jobs, crashes and concurrent writes of the real service. */
import { DomainError } from '../../../../lib/domain/errors.ts';
import { dismissJob } from '../../../../lib/domain/jobs/dead-jobs.ts';
import { MAX_ATTEMPTS } from '../../../../lib/domain/jobs/retry-schedule.ts';
import { runJob } from '../../../../lib/domain/jobs/run-job.ts';
import type { Change, Decision } from '../../../../lib/domain/model/change.ts';
import type { Checkout } from '../../../../lib/domain/model/checkout-session.ts';
import type { Job, TaskOf } from '../../../../lib/domain/model/job.ts';
import { createEntryKey, type LedgerEntry } from '../../../../lib/domain/model/ledger-entry.ts';
import { applyTransition, type Testimony } from '../../../../lib/domain/model/testimony.ts';
import { sumBalances } from '../../../../lib/domain/money/ledger.ts';
import { syncPayment } from '../../../../lib/domain/payments/sync/payment-sync.ts';
import type { Dependencies } from '../../../../lib/domain/ports/dependencies.ts';
import type { Rejection } from '../../../../lib/domain/ports/unit-of-work.ts';
import { commitDecision } from '../../../../lib/domain/unit-of-work.ts';
import {
  CHECKOUT,
  PAYMENT_ENTRIES,
  PAYMENT_NOW,
  PAYMENT_TESTIMONY,
} from '../../../support/paid-testimony.ts';
import { MemoryProvider } from './memory-provider.ts';

type MoneyJob = Job & { readonly task: TaskOf<'pay-out'> | TaskOf<'reverse-payout'> | TaskOf<'refund'> };

/** Calls at which the process can die, either just before or just after the call. */
export const CRASH_POINTS = ['commit', 'refund', 'transfer', 'reverseTransfer'] as const;
export type Crash = { readonly point: (typeof CRASH_POINTS)[number]; readonly isAfter: boolean };

const EXPERT = {
  ...{ id: 'expert', role: 'expert', lockedAt: null, identityReview: 'accepted', paymentAccountId: 'acct_1' },
  ...{ approval: { revoked: false, paymentAccountVerified: true }, paymentAccountRestricted: false },
};

/** Each failure of a job counts this many times, so that a job is dead after two failures. */
const FAILURES_AT_ONCE = MAX_ATTEMPTS / 2;

const nothing = async () => undefined;

export class MemoryPayment {
  readonly provider = new MemoryProvider(CHECKOUT.amount);
  readonly entries: LedgerEntry[] = [...PAYMENT_ENTRIES];
  readonly jobs: MoneyJob[] = [];
  readonly dead: MoneyJob[] = [];
  readonly deps: Dependencies;
  checkout: Checkout = CHECKOUT;
  testimony: Testimony;
  crash: Crash | undefined;
  readonly #jobIds = new Set<string>();
  #now = PAYMENT_NOW.getTime();
  #ids = 0;

  constructor(state: 'accepted' | 'completed') {
    this.testimony = { ...PAYMENT_TESTIMONY, state };
    this.deps = this.#createDependencies();
  }

  get balances() {
    return sumBalances(this.entries);
  }

  /** Delivers the document of an accepted testimony. */
  complete(): void {
    this.testimony = applyTransition(this.testimony, 'complete', this.deps.clock.now());
    this.#add({ kind: 'pay-out', testimonyId: this.testimony.id });
  }

  commit = <Result>(decide: () => Promise<Decision<Result>>): Promise<Result> =>
    commitDecision(decide, this.deps);

  /** Records the provider's report. */
  async sync(): Promise<void> {
    await syncPayment('pi_1', this.deps);
  }

  /** Runs the oldest job, as the lane of the payment does. */
  async runJob(): Promise<void> {
    const waiting = this.jobs.shift();
    if (!waiting) return;
    this.#now += 60_000;
    const job = { ...waiting, attempts: waiting.attempts + FAILURES_AT_ONCE };
    try {
      const { outcome, job: after } = await runJob(job, this.deps as never);
      if (outcome === 'dead') this.dead.push(after as MoneyJob);
    } catch {
      this.jobs.push(job); // the process has died, so the lease of its job expires
    }
  }

  retryDeadJob(): void {
    const job = this.dead.shift();
    if (job) this.jobs.push({ ...job, attempts: 0, retriedByOperator: true });
  }

  async dismissDeadJob(reference: string): Promise<void> {
    const [job] = this.dead;
    if (!job) return;
    const dead = { ...job, diedAt: this.deps.clock.now().toISOString() };
    await this.commit(() => dismissJob(dead, 'operator', { why: 'test', reference }, this.deps));
    this.dead.shift();
  }

  #add(task: MoneyJob['task']): void {
    this.#apply({ kind: 'job-added', job: { id: `job-${++this.#ids}`, task, attempts: 0, createdAt: '' } });
  }

  #createDependencies(): Dependencies {
    const { provider } = this;
    const find = async () => this.testimony;
    const crashing = <Input, Result>(point: Crash['point'], act: (input: Input) => Result) =>
      this.#crashing(point, act);
    return {
      checkouts: {
        find: async () => this.checkout,
        findPaid: async () => this.checkout,
        listEntries: async () => [...this.entries],
      },
      testimonies: { find, findAll: async () => [this.testimony] },
      accounts: { find: async () => EXPERT },
      payments: {
        listRefunds: async () => provider.money.refunds,
        listDisputes: async () => provider.money.disputes,
        listTransfers: async () => provider.money.transfers,
        refund: crashing('refund', input => provider.refund(input as never)),
        transfer: crashing('transfer', input => provider.transfer(input as never)),
        reverseTransfer: crashing('reverseTransfer', input => provider.reverseTransfer(input as never)),
      },
      jobs: {
        complete: nothing,
        scheduleRetry: async (retry: MoneyJob) => this.jobs.push(retry),
        moveToDeadLetter: nothing,
      },
      unitOfWork: { commit: crashing('commit', changes => this.#commitAll(changes as never)) },
      clock: { now: () => new Date(this.#now) },
      random: { uuid: () => `id-${++this.#ids}` },
      links: { frontendUrl: 'https://www.testimony.example' },
    } as unknown as Dependencies;
  }

  #crashing<Input, Result>(point: Crash['point'], act: (input: Input) => Result) {
    return async (input: Input): Promise<Result> => {
      const { crash } = this;
      if (crash?.point !== point) return act(input);
      this.crash = undefined;
      if (crash.isAfter) act(input);
      throw new DomainError('unavailable');
    };
  }

  #commitAll(changes: readonly Change[]): Rejection[] {
    const rejections = changes.flatMap(change => this.#check(change));
    if (rejections.length === 0) for (const change of changes) this.#apply(change);
    return rejections;
  }

  #check(change: Change): Rejection[] {
    const isOutdated =
      (change.kind === 'checkout-changed' && change.before !== this.checkout) ||
      (change.kind === 'testimony-changed' && change.before !== this.testimony) ||
      (change.kind === 'job-added' && this.#jobIds.has(change.job.id)) ||
      (change.kind === 'entry-recorded' &&
        this.entries.some(entry => createEntryKey(entry) === createEntryKey(change.entry)));
    return isOutdated ? [{ change, reason: 'changed-since-read' }] : [];
  }

  #apply(change: Change): void {
    if (change.kind === 'checkout-changed') this.checkout = change.after;
    if (change.kind === 'testimony-changed') this.testimony = change.after;
    if (change.kind === 'entry-recorded') this.entries.push(change.entry);
    if (change.kind !== 'job-added') return;
    this.#jobIds.add(change.job.id);
    const { kind } = change.job.task;
    if (kind === 'pay-out' || kind === 'reverse-payout' || kind === 'refund')
      this.jobs.push(change.job as MoneyJob);
  }
}
