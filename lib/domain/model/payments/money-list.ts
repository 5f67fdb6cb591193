/** Lists in which operators find every amount that waits for somebody (infra/docs/api/operators.md#lists-of-money). */

/**
 * `decide`: an operator must decide; `waiting`: the amount waits for somebody else or for a date; `overdue`: paid work
 * is late, or its payment has been in escrow for too long; `disputed`: the client's bank demands or questions a
 * payment; `complaint`: the client has complained; `differences`: the provider's balance differs from the entries.
 */
export const MONEY_LISTS = ['decide', 'waiting', 'overdue', 'disputed', 'complaint', 'differences'] as const;

export type MoneyListName = (typeof MONEY_LISTS)[number];

/** Reasons of held payouts about which an operator can decide. */
export const HOLD_REASONS_FOR_DECISION = ['risk', 'document', 'expert', 'review', 'cap'] as const;

/** Reasons for which an amount is in a list. */
export const MONEY_REASONS = [
  ...HOLD_REASONS_FOR_DECISION,
  'unbalanced',
  'payout-failed',
  'refund-failed',
  'refund',
  'payment-account',
  'waiting-period',
  'not-delivered',
  'dispute',
  'inquiry',
  'complaint',
  'difference',
] as const;

/** Place of an amount in the lists. */
export interface ListedReason {
  readonly list: MoneyListName;
  readonly reason: (typeof MONEY_REASONS)[number];
}

/** An amount that waits, with its place in the lists. */
export interface WaitingMoney extends ListedReason {
  /** Amount in cents; 0 for an inquiry. */
  readonly amount: number;
  /**
   * Time by which the list is sorted: the beginning of the case or, in the list `overdue`, the date from which the
   * testimony is listed.
   */
  readonly since: string;
}
