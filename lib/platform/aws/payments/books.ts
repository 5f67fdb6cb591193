/**
 * DynamoDB implementation of the store of ledger entries by time and of differences. In `gsi1`, the entries of each
 * month have a partition, and so have the open differences.
 */
import type { Difference } from '../../../domain/model/payments/books.ts';
import { createEntryKey, type LedgerEntry } from '../../../domain/model/payments/ledger-entry.ts';
import type { Books } from '../../../domain/ports/books.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import { toDifference, toLedgerEntry } from '../table/records.ts';
import { readRecord, type Table } from '../table/table.ts';

const ENTRIES = 'ENTRIES#';
const DIFFERENCES = 'DIFFERENCES';

export const entryPartition = (month: string): string => `${ENTRIES}${month}`;

/** Returns the keys of the index in which the entries of a month are sorted by time. */
export const createEntryIndexKeys = (entry: LedgerEntry) => ({
  gsi1pk: entryPartition(entry.at.slice(0, 7)),
  gsi1sk: `${entry.at} ${createEntryKey(entry)}`,
});

/** Builds the item of a difference. Only open differences are listed. */
export function createDifferenceItem(difference: Difference): object {
  const { id, foundAt, dismissedAt } = difference;
  const listed = dismissedAt === null && { gsi1pk: DIFFERENCES, gsi1sk: `${foundAt} ${id}` };
  return { ...itemKey.difference(id), ...difference, ...listed };
}

export function dynamoBooks(table: Table): Books {
  return {
    listEntries: (month, pageRequest) =>
      queryPage(table, { index: 'gsi1', pk: entryPartition(month) }, pageRequest, toLedgerEntry),
    listDifferences: pageRequest =>
      queryPage(table, { index: 'gsi1', pk: DIFFERENCES }, pageRequest, toDifference),
    findDifference: id => readRecord(table, itemKey.difference(id), toDifference),
  };
}
