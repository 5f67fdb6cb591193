/** Store of the ledger entries of all testimonies by time, and of the differences from the provider's balance. */

import type { Page, PageRequest } from '../model/page.ts';
import type { Difference } from '../model/payments/books.ts';
import type { LedgerEntry } from '../model/payments/ledger-entry.ts';

export interface Books {
  /**
   * Lists the entries that were recorded in a month, oldest first.
   * @param month UTC, `2026-11`
   * @param pageRequest its position comes from the previous page, or is a time as an ISO 8601 date
   */
  listEntries(month: string, pageRequest: PageRequest): Promise<Page<LedgerEntry>>;
  /** Lists the differences that are neither resolved nor dismissed, in the order in which they were found. */
  listDifferences(pageRequest: PageRequest): Promise<Page<Difference>>;
  findDifference(id: string): Promise<Difference | undefined>;
}

/** Records of a month from which statistics are computed. Months are in UTC, for example `2026-11`. */
export interface MonthlyRecords {
  /** Returns the number of accounts that were registered in the month, and the ids of the testimonies created in it. */
  listCreated(month: string): Promise<{
    readonly clients: number;
    readonly experts: number;
    readonly testimonyIds: readonly string[];
  }>;
  /** Reads the entries that were recorded in the month, in parts of at most 1 MB. */
  readEntries(month: string): AsyncIterable<readonly LedgerEntry[]>;
}
