/** Store of checkouts and movements of money, and the payment provider. */
import type { Expert } from '../model/account.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type {
  Checkout,
  CheckoutRefund,
  MoneyMovement,
  PaidSession,
  PaymentAccount,
  PaymentEvent,
  ProviderDispute,
  ProviderRefund,
  ProviderReversal,
  RefundInput,
  ReversalInput,
  SessionInput,
  TransferInput,
} from '../model/payment.ts';

export interface Checkouts {
  find(sessionId: string): Promise<Checkout | undefined>;
  /** Lists all checkouts ever started for the testimony, in no particular order. */
  listOfTestimony(testimonyId: string): Promise<Checkout[]>;
  /** Returns the newest checkout of each of these offers. */
  findNewest(offerIds: readonly string[]): Promise<Checkout[]>;
  /** Finds the checkout that was settled by this payment. */
  findPaid(paymentId: string): Promise<Checkout | undefined>;
  /** Lists the checkouts whose refund is pending or has failed, by the time since when it is. */
  listRefunds(status: CheckoutRefund['status'], pageRequest: PageRequest): Promise<Page<Checkout>>;
  /** Lists all movements of a testimony, in no chronological order. */
  listMovements(testimonyId: string): Promise<MoneyMovement[]>;
}

/** Delay between delivery and payout, configured per stage. */
export interface PayoutDelay {
  /** Whole number from 0 to 30. */
  readonly days: number;
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
  isOwnPayment(paymentId: string): Promise<boolean>;
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
   * the known ones, an earlier attempt made it: the method returns that transfer and makes no new transfer.
   * @throws CachedProviderError when the provider has cached an error under the idempotency key
   */
  transfer(order: TransferInput): Promise<{ id: string; amount: number }>;
  /**
   * Takes a part of a transfer back from the expert's account.
   * @throws CachedProviderError when the provider has cached an error under the idempotency key
   */
  reverseTransfer(input: ReversalInput): Promise<ProviderReversal>;
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
