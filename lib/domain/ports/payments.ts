/** Store of checkouts and ledgers, and the payment provider. */
import type { Expert } from '../model/accounts/account.ts';
import type { ProviderTransaction } from '../model/payments/books.ts';
import type {
  Checkout,
  PaidCheckout,
  ProviderSession,
  SessionInput,
} from '../model/payments/checkout-session.ts';
import type { LedgerEntry } from '../model/payments/ledger-entry.ts';
import type {
  PaymentAccount,
  PaymentEvent,
  ProviderDispute,
  ProviderRefund,
  ProviderReversal,
  ProviderTransfer,
  RefundInput,
  ReversalInput,
  TransferInput,
} from '../model/payments/payment.ts';

export interface Checkouts {
  find(sessionId: string): Promise<Checkout | undefined>;
  /**
   * Lists all checkouts ever started for the testimony, in no particular order.
   * @throws InvalidRecordError when one of them is invalid, because decisions about money require all of them
   */
  listOfTestimony(testimonyId: string): Promise<Checkout[]>;
  findNewest(offerIds: readonly string[]): Promise<Checkout[]>;
  /** Lists the ids of the sessions whose pages the client may have open, oldest first. */
  listPages(clientId: string): Promise<readonly string[]>;
  findPaid(paymentId: string): Promise<PaidCheckout | undefined>;
  /**
   * Lists all entries of the ledger of a testimony, in no chronological order.
   * @throws InvalidRecordError when one of them is invalid, because balances require all of them
   */
  listEntries(testimonyId: string): Promise<LedgerEntry[]>;
  /** Returns the cents sent to the expert on a Slovak day, except in payouts that an operator released. */
  findSentAmount(expertId: string, day: string): Promise<number>;
}

export interface PayoutDelay {
  /** Days between the delivery and the payout, a whole number from 0 to 30. */
  readonly days: number;
}

/** Limits of payouts that no operator has released, configured per stage. */
export interface PayoutLimits {
  /**
   * Minimum number of days between a payment and its payout; 0 for none. It does not apply when the client and the
   * expert each have earlier trades that together reach the amount of the payment.
   */
  readonly minDays: number;
  /** Maximum number of cents that are sent to an expert per day, in Slovak time. */
  readonly dailyCap: number;
}

/** The platform's commission, configured per stage. */
export interface CommissionSettings {
  /** Percentage of the price, with at most two decimals. */
  readonly commissionPercent: number;
  /** Minimum commission in cents. */
  readonly minCommission: number;
}

export interface Payments {
  /**
   * Opens the expert's account at the provider. `key` is an idempotency key, so a repeated call opens no second
   * account.
   * @returns the id of the account
   * @throws DomainError whose cause is a CachedProviderError when the provider has cached an error under the key;
   * `payment-accounts-unavailable` when the provider opens no accounts until the platform completes its own profile
   */
  openAccount(expert: Expert, key: string): Promise<string>;
  /**
   * @param frontendUrl base URL of the pages to which the provider sends the expert back; undefined for the stage's own
   * frontend
   */
  createOnboardingLink(accountId: string, frontendUrl: string | undefined): Promise<string>;
  /**
   * Creates a link to the provider's page where the owner of a verified account changes the bank account for payouts.
   */
  createLoginLink(accountId: string): Promise<string>;
  findAccount(accountId: string): Promise<PaymentAccount | undefined>;
  /** Opens a checkout session for the offer. Calls with the same `attempt` open only one session. */
  openSession(input: SessionInput): Promise<{ id: string; url: string }>;
  findSession(sessionId: string): Promise<ProviderSession | undefined>;
  /**
   * Expires a session, so that it can no longer be paid.
   * @returns false when the provider refuses because the session is already completed or expired
   */
  closeSession(sessionId: string): Promise<boolean>;
  isOwnPayment(paymentId: string): Promise<boolean>;
  /** Lists all refunds of a payment, including manual ones, newest first. */
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
  listDisputes(paymentId: string): Promise<ProviderDispute[]>;
  /**
   * Refunds the given amount of a payment.
   * @throws CachedProviderError when the provider has cached an error under the idempotency key
   */
  refund(input: RefundInput): Promise<void>;
  /**
   * Transfers the given amount of a payment to an expert's account.
   * @throws CachedProviderError when the provider has cached an error under the idempotency key
   * @throws TransferNotAllowed when the account lacks the capability to receive transfers
   */
  transfer(input: TransferInput): Promise<{ id: string; amount: number }>;
  /**
   * Takes a part of a transfer back from the expert's account.
   * @throws CachedProviderError when the provider has cached an error under the idempotency key
   */
  reverseTransfer(input: ReversalInput): Promise<ProviderReversal>;
  /** Lists the transfers for a testimony, with their reversals. */
  listTransfers(testimonyId: string): Promise<ProviderTransfer[]>;
  /** Returns whether the provider has balance transactions of one of its objects. A simulated transfer has none. */
  hasTransactions(providerId: string): boolean;
  findTestimonyOfTransfer(transferId: string): Promise<string | undefined>;
  /** Submits the evidence that makes the provider's test mode end a dispute with this outcome. For the sandbox only. */
  endTestDispute(disputeId: string, outcome: 'won' | 'lost'): Promise<void>;
  findDisputedPayment(disputeId: string): Promise<string | undefined>;
  /**
   * Lists the balance transactions of a period, newest first. Transactions of the platform's own money are left out.
   * @param period ISO 8601 dates; `to` is not part of the period
   * @param cursor `next` of the previous page
   */
  listTransactions(
    period: { readonly from: string; readonly to: string },
    cursor: string | undefined,
  ): Promise<{ readonly items: readonly ProviderTransaction[]; readonly next?: string }>;
  /** Finds the balance transactions of an object of the provider. The list is empty when the object is unknown. */
  findTransactions(providerId: string): Promise<readonly ProviderTransaction[]>;
}

export interface PaymentEvents {
  /**
   * Verifies and parses a provider event.
   * @throws DomainError `bad-signature` unless `payload` was signed with one of our secrets within 300 s of now. The
   *   secrets for connected accounts validate only events about accounts.
   */
  read(payload: Buffer, signature: string | undefined): Promise<PaymentEvent>;
}
