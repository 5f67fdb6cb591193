/** Entries of the ledger of a testimony (infra/docs/api/payments.md#the-ledger). Amounts are whole cents. */
import * as v from 'valibot';
import {
  createExtensibleTextSchema,
  nullableTextSchema,
  numberSchema,
  optionalNumberSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';

/** Accounts of a ledger. A balance is the sum of the entries to the account, less that of the entries from it. */
export const LEDGER_ACCOUNTS = [
  /** Money at the payment provider. If the platform holds money there, the balance is negative by this amount. */
  'provider',
  /** Debt of the platform to the expert. A negative balance must be taken back from the expert. */
  'expert',
  /** Commission of testimonies that are not delivered. */
  'deferred-commission',
  /** Commission that the platform has earned. */
  'commission',
  /** Payments from the platform's own money. A negative balance is a loss. */
  'platform-loss',
  /** Fees of the provider, which the platform pays. */
  'fees',
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
  'borne-by-expert',
  'borne-by-platform',
] as const;

export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** Kinds of settlement entries: payments outside the provider, and who bears a refund, lost dispute or deficit. */
export type SettlementEntryKind =
  | 'outside-payout'
  | 'outside-payout-returned'
  | 'outside-refund'
  | 'borne-by-expert'
  | 'borne-by-platform';

export type EntryKind =
  | 'payment'
  /** Commission that the platform earns by the delivery. */
  | 'commission-earned'
  /**
   * Shares of the expert and the platform that an ordered refund returns to the client. `refund-ended` moves them back
   * when the ordered refund ends without being made.
   */
  | 'refund-ordered'
  | 'refund-ended'
  | 'refund'
  /** Arrival of a refund at the client. No money moves, because the provider has debited it when it received it. */
  | 'refund-arrived'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-won'
  | 'dispute-lost'
  /** Beginning and end of a question that the client's bank asks before a dispute. No money moves. */
  | 'inquiry'
  | 'inquiry-closed'
  | 'payout'
  | 'payout-reversed'
  /** Commission that the platform gives up after a full refund. */
  | 'allocation'
  | SettlementEntryKind
  /** Reversal of an operator's settlement that was recorded by mistake. */
  | 'settlement-undone'
  /** Fee of the provider for one of its transactions, and the return of such a fee. */
  | 'fee'
  | 'fee-returned';

export const createLedgerEntrySchema = () =>
  v.object({
    /** Balances do not depend on the kind. */
    kind: createExtensibleTextSchema<EntryKind>(),
    /**
     * Id of the cause. It is the id of the provider's object (`pi_…`, `re_…`, `du_…`, `tr_…`, `trr_…`, for fees the
     * transaction `txn_…`) or of an ordered refund, or the reference of a payment outside the provider.
     */
    sourceId: textSchema,
    testimonyId: textSchema,
    /** Id of the checkout to whose payment the entry belongs. */
    sessionId: textSchema,
    from: v.picklist(LEDGER_ACCOUNTS),
    to: v.picklist(LEDGER_ACCOUNTS),
    /** Cents, not negative. Only the entries of inquiries and arrivals have the amount 0. */
    amount: v.pipe(numberSchema, v.integer(), v.minValue(0)),
    at: textSchema,
    /** Time until which operators can respond to a dispute or an inquiry. */
    respondBy: v.exactOptional(nullableTextSchema),
    /** Number of earlier entries of this kind with the same cause. A dispute can take and return money repeatedly. */
    repetition: optionalNumberSchema,
    /** Id of an ordered refund, if the entry changes how much of this refund the provider has not received yet. */
    orderId: v.optional(textSchema),
  });

/** Immutable record of an amount that moves from one account of a testimony's ledger to another. */
export type LedgerEntry = Stored<typeof createLedgerEntrySchema>;

/**
 * Returns the key of an entry, which is unique among the entries of the testimony. It contains the session, because a
 * testimony can have several payments.
 */
export const createEntryKey = (entry: Omit<LedgerEntry, 'at' | 'testimonyId'>): string => {
  const { sessionId, kind, sourceId, from, to, repetition } = entry;
  return [sessionId, kind, sourceId, from, to, ...(repetition ? [repetition] : [])].join('#');
};
