/** Where testimonies, offers and checkouts are kept, and the payment provider. */
import type { Expert } from '../model/account.ts';
import type { AuditEntry } from '../model/audit.ts';
import type { CheckedUpload } from '../model/file.ts';
import type { IdempotencyRecord } from '../model/idempotency.ts';
import type { Job } from '../model/job.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type {
  Checkout,
  MoneyMovement,
  PaidSession,
  PaymentAccount,
  PaymentEvent,
  ProviderDispute,
  ProviderRefund,
  ProviderReversal,
  RefundInput,
  SessionInput,
  TransferInput,
} from '../model/payment.ts';
import type { Offer, Testimony } from '../model/testimony.ts';

/** What is written with a kept answer throws a DomainError when the same request has done it already. */
export interface Testimonies {
  add(testimony: Testimony, kept?: IdempotencyRecord): Promise<void>;
  find(id: string): Promise<Testimony | undefined>;
  /** Those that there are, in the order of `ids`. */
  findAll(ids: readonly string[]): Promise<Testimony[]>;
  /** Newest first. */
  listOfClient(clientId: string, pageRequest: PageRequest): Promise<Page<Testimony>>;
  /** Those the expert has offered on, newest first. */
  listOfExpert(expertId: string, pageRequest: PageRequest): Promise<Page<Testimony>>;
  /** Open ones in these regions, newest first, without those the expert has an open offer on. */
  listOfferable(
    regions: readonly string[],
    expertId: string,
    pageRequest: PageRequest,
  ): Promise<Page<Testimony>>;
  /** What operators look after: the longest overdue first, orders or their money; else the oldest. */
  listForOperators(
    list: 'overdue' | 'disputed' | 'owed' | 'failed',
    pageRequest: PageRequest,
    now: Date,
  ): Promise<Page<Testimony>>;
  /**
   * Writes the change unless somebody wrote since `before` was read: then false.
   * @throws DomainError `not-dead` when the job that is to end with it is not dead
   */
  save(change: TestimonyChange): Promise<boolean>;
  /** All offers of a testimony, the oldest first. */
  offers(testimonyId: string): Promise<Offer[]>;
  /** All offers that these testimonies name, the oldest first. */
  offersOn(testimonies: readonly Testimony[]): Promise<Offer[]>;
  /** The expert's offers on these testimonies, withdrawn ones included, the oldest first. */
  offersBy(expertId: string, testimonyIds: readonly string[]): Promise<Offer[]>;
  findOffer(offerId: string): Promise<Offer | undefined>;
  /** @throws DomainError `already-offered`, `wrong-state` when the testimony is no longer open */
  addOffer(testimony: Testimony, offer: Offer, jobs: readonly Job[], kept?: IdempotencyRecord): Promise<void>;
  /** False when the offer or its testimony is no longer open. */
  withdrawOffer(offer: Offer, jobs: readonly Job[]): Promise<boolean>;
}

/** A changed testimony and all that is written with it. */
export interface TestimonyChange {
  readonly before: Testimony;
  readonly after: Testimony;
  readonly jobs: readonly Job[];
  readonly uploads?: readonly CheckedUpload[];
  readonly audit?: AuditEntry;
  /** A dead job that ends with it. */
  readonly dismissed?: { readonly job: Pick<Job, 'id' | 'task'>; readonly at: string };
  readonly kept?: IdempotencyRecord | undefined;
}

export interface Checkouts {
  /** Remembers it as the one of its offer. False when the offer has another by now than `before`. */
  add(checkout: Checkout, before: Checkout | undefined): Promise<boolean>;
  find(sessionId: string): Promise<Checkout | undefined>;
  /** All that were ever begun for the testimony, in no order. */
  listOf(testimonyId: string): Promise<Checkout[]>;
  /** The newest of each of these offers. */
  newestOf(offerIds: readonly string[]): Promise<Checkout[]>;
  /** False when it is not in the state any more in which it was read. */
  replace(before: Checkout, after: Checkout): Promise<boolean>;
  /** All of it, unless anything that was read has changed since: then false. */
  accept(acceptance: PaidOffer): Promise<boolean>;
  /** Marks a checkout that was paid too late for its refund. False when it is settled by now. */
  startRefund(
    checkout: Checkout,
    payment: MoneyMovement,
    eventId: string | undefined,
    jobs: readonly Job[],
  ): Promise<boolean>;
  /** The checkout that this payment settled. */
  findPaid(paymentId: string): Promise<Checkout | undefined>;
  /** All of a testimony, in no order of time. */
  movements(testimonyId: string): Promise<MoneyMovement[]>;
  /** All of it, unless anything that was read has changed since: then false. */
  record(news: PaymentUpdate): Promise<boolean>;
}

/** Money that has moved and all that is written with it. */
export interface PaymentUpdate {
  readonly movements: readonly MoneyMovement[];
  readonly checkout?: { readonly before: Checkout; readonly after: Checkout } | undefined;
  readonly testimony?: { readonly before: Testimony; readonly after: Testimony } | undefined;
  readonly eventId?: string | undefined;
  readonly jobs: readonly Job[];
}

/** A paid offer and all that is written with it. */
export interface PaidOffer {
  readonly checkout: Checkout;
  readonly before: Testimony;
  readonly after: Testimony;
  readonly offer: Offer;
  /** As read: the write fails when the record has changed since. */
  readonly expert: Expert;
  readonly payment: MoneyMovement;
  readonly eventId: string | undefined;
  readonly jobs: readonly Job[];
}

export interface Payments {
  readonly commissionPercent: number;
  /**
   * Opens the expert's account at the provider; asking twice with one key opens one.
   * @returns its id
   * @throws DomainError whose cause is an CachedProviderError when the provider would repeat its answer to the key
   */
  openAccount(expert: Expert, key: string): Promise<string>;
  /** The provider's page where the expert proves who they are. */
  onboardingPage(accountId: string): Promise<string>;
  /** The account as it is now. */
  findAccount(accountId: string): Promise<PaymentAccount | undefined>;
  /** A page where the offer is paid. `attempt` makes asking twice for one attempt open one session. */
  openSession(order: SessionInput): Promise<{ id: string; url: string }>;
  findSession(sessionId: string): Promise<PaidSession | undefined>;
  /** Nobody can pay it from now on, unless somebody already has. */
  closeSession(sessionId: string): Promise<void>;
  /** Whether this payment is one that we asked for. */
  isOurs(paymentId: string): Promise<boolean>;
  /** All refunds of a payment, those made by hand included. */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>;
  disputesOf(paymentId: string): Promise<ProviderDispute[]>;
  /** Gives so much of it back. @throws CachedProviderError */
  refund(attempt: RefundInput): Promise<void>;
  /**
   * Sends so much of a payment to an expert's account; what was sent before and is not on record counts as sent.
   * @throws CachedProviderError
   */
  transfer(order: TransferInput): Promise<{ id: string; amount: number }>;
  /** What came back of it. */
  reversalsOf(transferId: string): Promise<ProviderReversal[]>;
  /** What it was sent for. */
  transferredFor(transferId: string): Promise<string | undefined>;
  /** The payment that is disputed. */
  disputedPayment(disputeId: string): Promise<string | undefined>;
  /** @throws DomainError `bad-signature` unless one of our secrets signed `payload` within 300 s of now */
  readEvent(payload: Buffer, signature: string | undefined): Promise<PaymentEvent>;
}
