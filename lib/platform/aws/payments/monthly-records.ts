/**
 * DynamoDB implementation of the records of a month. The accounts and testimonies that were created in a month have
 * items in a partition of the month; ledger entries are in a partition of `gsi1`.
 */
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { MonthlyRecords } from '../../../domain/ports/books.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { readValid } from '../table/record-reader.ts';
import { toLedgerEntry } from '../table/records.ts';
import type { Item, Table } from '../table/table.ts';
import { entryPartition } from './books.ts';

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
        ExpressionAttributeValues: { ':pk': entryPartition(month) },
      };
      for await (const { Items = [] } of paginateQuery({ client: table.client }, query))
        yield readValid(Items as Item[], toLedgerEntry);
    },
  };
}
