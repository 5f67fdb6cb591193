/** A paid testimony or a late payment in memory, with the jobs, crashes and concurrent writes of the real service. */
import { createJob } from '../../../../lib/domain/changes.ts';
import { CachedProviderError, DomainError, PermanentFailure } from '../../../../lib/domain/errors.ts';
import { movesMoney } from '../../../../lib/domain/jobs/failed-money.ts';
import { MAX_ATTEMPTS } from '../../../../lib/domain/jobs/retry-schedule.ts';
import { runJob } from '../../../../lib/domain/jobs/run-job.ts';
import { createExpert, type Expert } from '../../../../lib/domain/model/accounts/account.ts';
import type { Change, Decision } from '../../../../lib/domain/model/change.ts';
import type { Job, TaskOf } from '../../../../lib/domain/model/jobs/job.ts';
import type { Checkout } from '../../../../lib/domain/model/payments/checkout-session.ts';
import { schedulePayout, type TestimonyPayout } from '../../../../lib/domain/model/payments/escrow.ts';
import { createEntryKey, type LedgerEntry } from '../../../../lib/domain/model/payments/ledger-entry.ts';
import { applyTransition, type Testimony } from '../../../../lib/domain/model/testimonies/testimony.ts';
import { refuseUnattendedMoney } from '../../../../lib/domain/money/invariants.ts';
import { sumBalances } from '../../../../lib/domain/money/ledger.ts';
import { acceptOrRefundPayment } from '../../../../lib/domain/payments/checkout/payment-acceptance.ts';
import { syncPayment } from '../../../../lib/domain/payments/sync/payment-sync.ts';
import type { Dependencies } from '../../../../lib/domain/ports/dependencies.ts';
import type { Rejection } from '../../../../lib/domain/ports/unit-of-work.ts';
import { earnByDelivery } from '../../../../lib/domain/testimonies/delivery.ts';
import { commitDecision } from '../../../../lib/domain/unit-of-work.ts';
import { createFake } from '../../../support/create-fake.ts';
import {
  ACCEPTED_ENTRIES,
  CHECKOUT,
  PAYMENT_NOW,
  PAYMENT_TESTIMONY,
} from '../../../support/paid-testimony.ts';
import { MemoryProvider } from './memory-provider.ts';

const MONEY_TASKS = ['pay-out', 'pay-owed', 'reverse-payout', 'refund'] as const;

type MoneyJob = Job & {
  readonly task: { [Kind in (typeof MONEY_TASKS)[number]]: TaskOf<Kind> }[(typeof MONEY_TASKS)[number]];
};

const isMoneyJob = (job: Job): job is MoneyJob => MONEY_TASKS.some(kind => kind === job.task.kind);

/** Calls at which the process can die, either just before or just after the call. */
export const CRASH_POINTS = ['commit', 'refund', 'transfer', 'reverseTransfer'] as const;
export type Crash = { readonly point: (typeof CRASH_POINTS)[number]; readonly isAfter: boolean };

const AT = PAYMENT_NOW.toISOString();

const EXPERT = createExpert({
  id: 'expert',
  role: 'expert',
  email: 'jana@example.sk',
  emailVerified: true,
  emailSince: AT,
  phone: null,
  firstName: 'Jana',
  lastName: 'Kováčová',
  billingAddress: null,
  shippingAddress: null,
  company: null,
  newsletterSubscribed: false,
  createdAt: AT,
  credentialEpoch: 0,
  version: 0,
  nationality: 'SK',
  dateOfBirth: { day: 1, month: 1, year: 1980 },
  bankAccount: { iban: 'SK3112000000198742637541' },
  registrationNumber: '910001',
  regions: [],
  notifyNewTestimonies: false,
  approval: { granted: true, revoked: false, paymentAccountVerified: true },
  identityReview: 'accepted',
  identityReviewReason: null,
  acceptedNames: [],
  scans: { front: '', back: '', received: { front: '', back: '' }, keptUntil: AT },
  paymentAccountId: 'acct_1',
  paymentAccountRestricted: false,
});

const PAYOUT: TestimonyPayout = {
  status: 'held',
  amount: CHECKOUT.amount - CHECKOUT.commission,
  sentAt: null,
  jobId: null,
  dueAt: null,
  hold: null,
  releases: [],
};

/** Daily cap of payouts in cents. One payout is below the cap, but a second one on the same day can exceed it. */
const DAILY_CAP = 15_000;

/** Each failure of a job counts this many times, so that a job is dead after two failures. */
const FAILURES_AT_ONCE = MAX_ATTEMPTS / 2;

const nothing = async () => undefined;

const isExpectedOfJob = (error: unknown): boolean =>
  error instanceof PermanentFailure ||
  error instanceof CachedProviderError ||
  (error instanceof DomainError && error.code === 'unavailable');

export class MemoryPayment {
  readonly provider = new MemoryProvider(CHECKOUT.amount);
  readonly entries: LedgerEntry[] = [];
  readonly jobs: MoneyJob[] = [];
  readonly dead: MoneyJob[] = [];
  readonly deps: Dependencies;
  /** Errors that the service does not expect, including those that it has caught. */
  readonly unexpected: unknown[] = [];
  /** Money movements that the service itself has started at the provider. */
  readonly started = new Set<'payout' | 'reversal' | 'refund'>();
  /** Decisions of operators that were carried out. */
  readonly decided = new Set<string>();
  checkout: Checkout = CHECKOUT;
  testimony: Testimony;
  expert: Expert = EXPERT;
  crash: Crash | undefined;
  /** Whether the provider rejects the next refund of the service for good. */
  isNextRefundRejected = false;
  readonly #jobIds = new Set<string>();
  readonly #sentByDay = new Map<string, number>();
  #now = PAYMENT_NOW.getTime();
  #ids = 0;

  private constructor(testimony: Testimony, entries: readonly LedgerEntry[]) {
    this.testimony = testimony;
    this.entries.push(...entries);
    this.deps = this.#createDependencies();
  }

  /** Creates the payment of an accepted testimony. */
  static createAccepted(): MemoryPayment {
    const paid = { ...CHECKOUT.payment, balances: sumBalances(ACCEPTED_ENTRIES) };
    const testimony = { ...PAYMENT_TESTIMONY, state: 'accepted', payout: PAYOUT, payment: paid } as const;
    const payment = new MemoryPayment(testimony, ACCEPTED_ENTRIES);
    payment.checkout = { ...CHECKOUT, payment: paid };
    return payment;
  }

  /** Creates a payment that has arrived after the cancellation of its testimony. */
  static async createLate(): Promise<MemoryPayment> {
    const testimony = { ...PAYMENT_TESTIMONY, payment: null, payout: null, sessionId: null };
    const payment = new MemoryPayment({ ...testimony, state: 'cancelled' }, []);
    const open = { ...CHECKOUT, state: 'open', payment: null } as const;
    payment.checkout = open;
    const { id, amount, clientId, offerId } = open;
    await payment.commit(() =>
      acceptOrRefundPayment(
        open,
        {
          id,
          status: 'paid',
          amount,
          currency: 'eur',
          clientReferenceId: clientId,
          offerId,
          paymentId: 'pi_1',
          riskLevel: 'normal',
        },
        payment.deps,
      ),
    );
    return payment;
  }

  get isLate(): boolean {
    return this.testimony.sessionId === null;
  }

  get balances() {
    return sumBalances(this.entries);
  }

  /**
   * Delivers the document of an accepted testimony.
   * @param days time in which the client can complain
   */
  async complete(days: number): Promise<void> {
    const now = this.deps.clock.now();
    const completed = applyTransition(this.testimony, 'complete', now);
    const deliveredAt = now.toISOString();
    const scheduled = schedulePayout(completed, deliveredAt, days);
    const { after, changes } = await earnByDelivery(scheduled, deliveredAt, this.deps);
    this.testimony = after;
    for (const change of changes) this.#apply(change);
    this.addJob({ kind: 'pay-out', testimonyId: this.testimony.id }, this.testimony.payout?.dueAt);
  }

  addJob(task: MoneyJob['task'], notBefore?: string | null): void {
    this.#apply({ kind: 'job-added', job: createJob(task, this.deps, notBefore ?? undefined) });
  }

  commit = <Result>(decide: () => Promise<Decision<Result>>): Promise<Result> =>
    commitDecision(decide, this.deps);

  /** Records the provider's report. */
  async sync(): Promise<void> {
    await syncPayment('pi_1', this.deps);
  }

  /** Advances the clock until the first job is due, and runs this job, as the lane of the payment does. */
  async runJob(): Promise<void> {
    const dueAt = ({ notBefore, createdAt }: Job) => Date.parse(notBefore ?? createdAt);
    const waiting = this.jobs.toSorted((one, other) => dueAt(one) - dueAt(other))[0];
    if (!waiting) return;
    this.jobs.splice(this.jobs.indexOf(waiting), 1);
    this.#now = Math.max(this.#now + 60_000, dueAt(waiting));
    const job = { ...waiting, attempts: waiting.attempts + FAILURES_AT_ONCE };
    try {
      const { outcome, job: after, error } = await runJob(job, this.deps);
      if (error !== undefined && !isExpectedOfJob(error)) this.unexpected.push(error);
      if (outcome === 'dead' && isMoneyJob(after) && !movesMoney(after.task)) this.dead.push(after);
    } catch (error) {
      if (!isExpectedOfJob(error)) throw error;
      this.jobs.push(job); // the process has died, so the job runs again when its lease has expired
    }
  }

  retryDeadJob(): void {
    const job = this.dead.shift();
    const keyAttempt = (job?.keyAttempt ?? 0) + 1;
    if (job) this.jobs.push({ ...job, attempts: 0, keyAttempt });
  }

  #createDependencies(): Dependencies {
    const { provider } = this;
    const fake = <Port extends object>(name: string, members: Partial<Port>) =>
      createFake<Port>(name, members, error => this.unexpected.push(error));
    const crashing = <Input, Result>(point: Crash['point'], action: (input: Input) => Result) =>
      this.#crashing(point, action);
    return fake<Dependencies>('the dependencies', {
      checkouts: fake<Dependencies['checkouts']>('checkouts', {
        find: async id => (id === this.checkout.id ? this.checkout : undefined),
        findPaid: async () => (this.checkout.payment ? this.checkout : undefined),
        listEntries: async () => [...this.entries],
        findSentAmount: async (_, day) => this.#sentByDay.get(day) ?? 0,
      }),
      testimonies: fake<Dependencies['testimonies']>('testimonies', {
        find: async () => this.testimony,
        findAll: async () => [this.testimony],
        findOffer: async () => undefined,
        listOfExpert: async () => ({ items: [this.testimony] }),
      }),
      accounts: fake<Dependencies['accounts']>('accounts', { find: async () => this.expert }),
      payments: fake<Dependencies['payments']>('payments', {
        listRefunds: async () => [...provider.money.refunds],
        listDisputes: async () => [...provider.money.disputes],
        listTransfers: async () => [...provider.money.transfers],
        refund: crashing('refund', input => {
          const isRejected = this.isNextRefundRejected;
          this.isNextRefundRejected = false;
          if (isRejected) throw new PermanentFailure('the refund is rejected');
          provider.refund(input);
          this.started.add('refund');
        }),
        transfer: crashing('transfer', input => {
          const transfer = provider.transfer(input);
          this.started.add('payout');
          return transfer;
        }),
        reverseTransfer: crashing('reverseTransfer', input => {
          const reversal = provider.reverseTransfer(input);
          this.started.add('reversal');
          return reversal;
        }),
      }),
      payoutLimits: { minDays: 0, dailyCap: DAILY_CAP },
      jobs: fake<Dependencies['jobs']>('jobs', {
        complete: nothing,
        scheduleRetry: async (job, when) => {
          if (isMoneyJob(job)) this.jobs.push({ ...job, notBefore: when.toISOString() });
        },
        moveToDeadLetter: nothing,
      }),
      unitOfWork: refuseUnattendedMoney(
        { commit: crashing('commit', (changes: readonly Change[]) => this.#commitAll(changes)) },
        { raise: alert => this.unexpected.push(alert) },
      ),
      clock: { now: () => new Date(this.#now) },
      random: fake<Dependencies['random']>('random', { uuid: () => `id-${++this.#ids}` }),
      linkSigner: fake<Dependencies['linkSigner']>('linkSigner', {
        frontendUrl: 'https://www.testimony.example',
      }),
    });
  }

  #crashing<Input, Result>(point: Crash['point'], action: (input: Input) => Result) {
    return async (input: Input): Promise<Result> => {
      const { crash } = this;
      if (crash?.point !== point) return action(input);
      this.crash = undefined;
      if (crash.isAfter) action(input);
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
      (change.kind === 'payout-counted' && change.sent !== (this.#sentByDay.get(change.day) ?? 0)) ||
      (change.kind === 'entry-recorded' &&
        this.entries.some(entry => createEntryKey(entry) === createEntryKey(change.entry)));
    return isOutdated ? [{ change, reason: 'changed-since-read' }] : [];
  }

  #apply(change: Change): void {
    if (change.kind === 'checkout-changed') this.checkout = change.after;
    if (change.kind === 'testimony-changed') this.testimony = change.after;
    if (change.kind === 'entry-recorded') this.entries.push(change.entry);
    if (change.kind === 'payout-counted') this.#sentByDay.set(change.day, change.sent + change.amount);
    if (change.kind !== 'job-added') return;
    this.#jobIds.add(change.job.id);
    if (isMoneyJob(change.job)) this.jobs.push(change.job);
  }
}
