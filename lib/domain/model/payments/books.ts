import * as v from 'valibot';
import { DAY } from '../../../durations.ts';
import { nullableTextSchema, numberSchema, type Stored, textSchema } from '../schemas/record-schema.ts';

export interface ProviderTransaction {
  /** Id of the balance transaction, `txn_…`. */
  readonly id: string;
  /**
   * Kind of the ledger entry that must exist for the transaction. For a category without a ledger entry, it is the
   * category, so the transaction is reported as a difference.
   */
  readonly kind: string;
  /**
   * Id of the provider's object that caused the transaction, as in ledger entries: `pi_…`, `re_…`, `du_…`, `tr_…`,
   * `trr_…`.
   */
  readonly providerId: string;
  /** Amount without the fee; negative for outgoing money. */
  readonly amount: number;
  /** The provider's fee; negative when the provider returns a fee. */
  readonly fee: number;
  readonly at: string;
  /** References by which the testimony is found. The provider sends only some of them. */
  readonly testimonyId?: string;
  readonly paymentId?: string;
  readonly transferId?: string;
}

export const createDifferenceSchema = () =>
  v.object({
    id: textSchema,
    kind: textSchema,
    providerId: textSchema,
    /** Sum of the provider's transactions; null if there are none. */
    providerAmount: v.nullable(numberSchema),
    /** Sum of the recorded entries; null if there are none. */
    recordedAmount: v.nullable(numberSchema),
    testimonyId: nullableTextSchema,
    /** Time of the transaction or, if there is none, of the entry. */
    at: textSchema,
    foundAt: textSchema,
    dismissedAt: nullableTextSchema,
  });

/** Difference between the balance transactions and the recorded entries of one object of the provider. */
export type Difference = Stored<typeof createDifferenceSchema>;

/**
 * Job that compares the provider's transactions of a period with the ledger, one page at a time. First it looks for the
 * entry of each transaction, then for the transaction of each entry. Finally, it compares the open differences again.
 */
export interface ReconcileTask {
  readonly from: string;
  /** End of the period, which the period does not include. */
  readonly to: string;
  readonly step: 'provider' | 'recorded' | 'open';
  readonly cursor?: string;
}

/** Returns the time at which the month after `month` (`2026-11`, in UTC) begins. */
export function computeEndOfMonth(month: string): string {
  const first = new Date(`${month}-01T00:00:00.000Z`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return first.toISOString();
}

/**
 * Returns whether the entries of a month can no longer change. From the fifth day of the next month, no entry is added:
 * entries have the time of their recording, and a fee that is found later counts in the month in which it is found.
 */
export const isMonthFinal = (month: string, now: Date): boolean =>
  now.getTime() >= Date.parse(computeEndOfMonth(month)) + 4 * DAY;
