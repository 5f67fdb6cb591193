/** Entries of the ledger of a testimony (infra/docs/api/payments.md#the-ledger). Amounts are whole cents. */

/**
 * Accounts of a ledger. The balance of an account is what entries have moved to it, less what they have moved from it.
 */
export const LEDGER_ACCOUNTS = [
  /** Money at the payment provider. Its balance is negative by the cents that the platform holds there. */
  'provider',
  /** Debt of the platform to the expert. A negative balance must be taken back from the expert. */
  'expert',
  /** Commission that the platform earns. */
  'commission',
  /** Payments from the money of the platform. A balance below zero is a loss. */
  'platform-loss',
  /** Refunds and lost disputes for which an operator has not decided yet who bears them. */
  'unallocated',
  /** Ordered refunds that the provider has not received yet. */
  'refund-in-transit',
  /** Money that open disputes have taken. */
  'dispute',
  /** Money that was paid outside the provider. */
  'outside',
] as const;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** Settlements that an operator records (infra/docs/api/operators.md#money). */
export const SETTLEMENT_KINDS = [
  'payout',
  'payout-returned',
  'refund',
  'written-off',
  'borne-by-expert',
  'borne-by-platform',
] as const;

export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** Entries of settlements: payments outside the provider, and who bears a refund, a lost dispute or a deficit. */
export type SettlementEntryKind =
  | 'outside-payout'
  | 'outside-payout-returned'
  | 'outside-refund'
  | 'written-off'
  | 'borne-by-expert'
  | 'borne-by-platform';

export type EntryKind =
  | 'payment'
  /** Shares of expert and platform that an ordered refund returns to the client, and shares of an ended order. */
  | 'refund-ordered'
  | 'refund-ended'
  | 'refund'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-won'
  | 'dispute-lost'
  /** Question from the client's bank before a dispute, and its end. No money moves. */
  | 'inquiry'
  | 'inquiry-closed'
  | 'payout'
  | 'payout-reversed'
  /** Who bears a refund or a lost dispute by the rules for a full refund. */
  | 'allocation'
  | SettlementEntryKind
  /** Reversal of an operator's settlement that was recorded by mistake. */
  | 'settlement-undone'
  /** The provider's fee for one of its transactions, and a fee that it gives back. */
  | 'fee'
  | 'fee-returned';

/** Immutable record of an amount that moves from one account of a testimony's ledger to another. */
export interface LedgerEntry {
  readonly kind: EntryKind;
  /**
   * Id of the cause: of the provider's object (`pi_…`, `re_…`, `du_…`, `tr_…`, `trr_…`, for fees the transaction
   * `txn_…`), of an ordered refund, or the reference of a payment outside the provider.
   */
  readonly sourceId: string;
  readonly testimonyId: string;
  /** Id of the checkout to whose payment the entry belongs. */
  readonly sessionId: string;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  /** Cents, not negative. Only inquiries move nothing. */
  readonly amount: number;
  readonly at: string;
  /** Time until which operators can respond to a dispute or an inquiry. */
  readonly respondBy?: string | null;
  /**
   * Number of entries of this kind that the cause had before, because a dispute can take and return money repeatedly.
   */
  readonly repetition?: number;
}

/** Returns what identifies an entry in the ledger of its testimony. */
export const entryKey = (entry: Omit<LedgerEntry, 'at' | 'testimonyId'>): string => {
  const { kind, sourceId, from, to, repetition } = entry;
  return [kind, sourceId, from, to, ...(repetition ? [repetition] : [])].join('#');
};
