/** Stores of testimonies, offers and checkouts, and the payment provider. */
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

/** Store of testimonies and offers. A write with an idempotency record throws a DomainError for a duplicate request. */
export interface Testimonies {
  add(testimony: Testimony, kept?: IdempotencyRecord): Promise<void>;
  find(id: string): Promise<Testimony | undefined>;
  /** Returns the testimonies that exist, in the order of `ids`. */
  findAll(ids: readonly string[]): Promise<Testimony[]>;
  /** Lists the testimonies of the client, newest first. */
  listOfClient(clientId: string, pageRequest: PageRequest): Promise<Page<Testimony>>;
  /** Lists the testimonies that the expert has made an offer on, newest first. */
  listOfExpert(expertId: string, pageRequest: PageRequest): Promise<Page<Testimony>>;
  /** Lists the open testimonies in these regions that the expert has no open offer on, newest first. */
  listOfferable(
    regions: readonly string[],
    expertId: string,
    pageRequest: PageRequest,
  ): Promise<Page<Testimony>>;
  /**
   * Lists testimonies that need the attention of operators: overdue ones (by due date or by time in escrow) with the
   * longest overdue first, all others with the oldest first.
   */
  listForOperators(
    list: 'overdue' | 'disputed' | 'owed' | 'failed',
    pageRequest: PageRequest,
    now: Date,
  ): Promise<Page<Testimony>>;
  /**
   * Writes the change.
   * @returns false when the testimony has changed since `before` was read
   * @throws DomainError `not-dead` when the job to be dismissed is not dead
   * @throws FieldError naming the uploads that are used up
   */
  save(change: TestimonyChange): Promise<boolean>;
  /** Lists all offers on a testimony, oldest first. */
  listOffers(testimonyId: string): Promise<Offer[]>;
  /** Lists all offers on these testimonies, oldest first. */
  listOffersOnAll(testimonies: readonly Testimony[]): Promise<Offer[]>;
  /** Lists the expert's offers on these testimonies, including withdrawn ones, oldest first. */
  listOffersOfExpert(expertId: string, testimonyIds: readonly string[]): Promise<Offer[]>;
  findOffer(offerId: string): Promise<Offer | undefined>;
  /**
   * Adds an offer.
   * @throws DomainError `already-offered` when the expert has an open offer on the testimony, `wrong-state` when the
   *   testimony is no longer open
   */
  addOffer(testimony: Testimony, offer: Offer, jobs: readonly Job[], kept?: IdempotencyRecord): Promise<void>;
  /** Withdraws an offer. Resolves to false when the offer or its testimony is no longer open. */
  withdrawOffer(offer: Offer, jobs: readonly Job[]): Promise<boolean>;
}

/** A changed testimony and all that is written with it. */
export interface TestimonyChange {
  readonly before: Testimony;
  readonly after: Testimony;
  readonly jobs: readonly Job[];
  readonly uploads?: readonly CheckedUpload[];
  readonly audit?: AuditEntry;
  /** The dead job that is dismissed with the change. */
  readonly dismissed?: { readonly job: Pick<Job, 'id' | 'task'>; readonly at: string };
  readonly idempotencyRecord?: IdempotencyRecord | undefined;
}

export interface Checkouts {
  /**
   * Adds a checkout as the newest one of its offer.
   * @returns false when the newest checkout of the offer is no longer `before`
   */
  add(checkout: Checkout, before: Checkout | undefined): Promise<boolean>;
  find(sessionId: string): Promise<Checkout | undefined>;
  /** Lists all checkouts ever started for the testimony, in no particular order. */
  listOfTestimony(testimonyId: string): Promise<Checkout[]>;
  /** Returns the newest checkout of each of these offers. */
  findNewest(offerIds: readonly string[]): Promise<Checkout[]>;
  /** Replaces a checkout. Resolves to false when its state has changed since it was read. */
  replace(before: Checkout, after: Checkout): Promise<boolean>;
  /** Writes an accepted offer in one transaction. Resolves to false when a record has changed since it was read. */
  accept(acceptance: PaidOffer): Promise<boolean>;
  /**
   * Marks a checkout that was paid too late as refunding and writes the refund jobs.
   * @returns false when the checkout has been settled in the meantime
   */
  startRefund(
    checkout: Checkout,
    payment: MoneyMovement,
    eventId: string | undefined,
    jobs: readonly Job[],
  ): Promise<boolean>;
  /** Finds the checkout that was settled by this payment. */
  findPaid(paymentId: string): Promise<Checkout | undefined>;
  /** Lists all movements of a testimony, in no chronological order. */
  listMovements(testimonyId: string): Promise<MoneyMovement[]>;
  /** Writes a payment update in one transaction. Resolves to false when a record has changed since it was read. */
  recordUpdate(update: PaymentUpdate): Promise<boolean>;
}

/** New movements of money and all that is written with them. */
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
  /** The expert as read; the write fails when the record has changed since. */
  readonly expert: Expert;
  readonly payment: MoneyMovement;
  readonly eventId: string | undefined;
  readonly jobs: readonly Job[];
}

export interface Payments {
  readonly commissionPercent: number;
  /**
   * Opens the expert's account at the provider. `key` is an idempotency key: a repeated call opens no second account.
   * @returns the id of the account
   * @throws DomainError whose cause is a CachedProviderError when the provider has cached an error under the key
   */
  openAccount(expert: Expert, key: string): Promise<string>;
  /** Creates a link to the provider's page where the expert is verified. */
  createOnboardingLink(accountId: string): Promise<string>;
  /** Finds the current state of the account. */
  findAccount(accountId: string): Promise<PaymentAccount | undefined>;
  /** Opens a checkout session for the offer. Calls with the same `attempt` open only one session. */
  openSession(order: SessionInput): Promise<{ id: string; url: string }>;
  findSession(sessionId: string): Promise<PaidSession | undefined>;
  /** Expires a session, so that it can no longer be paid. Does nothing when it is already paid. */
  closeSession(sessionId: string): Promise<void>;
  /** Returns whether the payment was created by this service. */
  isOurs(paymentId: string): Promise<boolean>;
  /** Lists all refunds of a payment, including manual ones. */
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  listDisputes(paymentId: string): Promise<ProviderDispute[]>;
  /**
   * Refunds the given amount of a payment.
   * @throws CachedProviderError when the provider has cached an error under the idempotency key
   */
  refund(attempt: RefundInput): Promise<void>;
  /**
   * Transfers the given amount of a payment to an expert's account. If the provider has a transfer that is not among
   * the known ones, an earlier attempt made it: that transfer is returned and no new one is made.
   * @throws CachedProviderError when the provider has cached an error under the idempotency key
   */
  transfer(order: TransferInput): Promise<{ id: string; amount: number }>;
  /** Lists the reversals of a transfer. */
  listReversals(transferId: string): Promise<ProviderReversal[]>;
  /** Finds the id of the testimony that a transfer was made for. */
  findTestimonyOfTransfer(transferId: string): Promise<string | undefined>;
  /** Finds the id of the payment that is disputed. */
  findDisputedPayment(disputeId: string): Promise<string | undefined>;
  /**
   * Verifies and parses a webhook event.
   * @throws DomainError `bad-signature` unless `payload` was signed with one of our secrets within 300 s of now
   */
  readEvent(payload: Buffer, signature: string | undefined): Promise<PaymentEvent>;
}
