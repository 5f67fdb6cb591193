/**
 * DynamoDB implementation of two stores: the books (ledger entries by month, and differences) and the monthly records.
 * In `gsi1`, the entries of each month form a partition, and the open differences form another one. The accounts and
 * testimonies that were created in a month have items in a partition of that month.
 */
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Difference } from '../../../domain/model/payments/books.ts';
import { createEntryKey, type LedgerEntry } from '../../../domain/model/payments/ledger-entry.ts';
import type { Books, MonthlyRecords } from '../../../domain/ports/books.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll, queryPage } from '../table/lists.ts';
import { readValid, toDifference, toLedgerEntry } from '../table/records.ts';
import { type Item, readRecord, type Table } from '../table/table.ts';

const DIFFERENCES = 'DIFFERENCES';

const getEntryPartition = (month: string): string => `ENTRIES#${month}`;

/** Returns the keys of the index in which the entries of a month are sorted by time. */
export const createEntryIndexKeys = (entry: LedgerEntry) => ({
  gsi1pk: getEntryPartition(entry.at.slice(0, 7)),
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
      queryPage(table, { index: 'gsi1', pk: getEntryPartition(month) }, pageRequest, toLedgerEntry),
    listDifferences: pageRequest =>
      queryPage(table, { index: 'gsi1', pk: DIFFERENCES }, pageRequest, toDifference),
    findDifference: id => readRecord(table, itemKey.difference(id), toDifference),
  };
}

export function dynamoMonthlyRecords(table: Table): MonthlyRecords {
  return {
    async listCreated(month) {
      const { pk } = itemKey.created(`${month}-01`, 'client', '');
      const ids: Record<string, string[]> = { client: [], expert: [], testimony: [] };
      for (const sk of await queryAll(table, { pk, sk: '' }, ({ sk }) => sk)) {
        const [kind = '', id = ''] = sk.split('#');
        ids[kind]?.push(id);
      }
      const { client: clients = [], expert: experts = [], testimony: testimonyIds = [] } = ids;
      return { clients: clients.length, experts: experts.length, testimonyIds };
    },

    async *readEntries(month) {
      const query = {
        TableName: table.name,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': getEntryPartition(month) },
      };
      for await (const { Items = [] } of paginateQuery({ client: table.client }, query))
        yield readValid(Items as Item[], toLedgerEntry);
    },
  };
}
