/**
 * DynamoDB implementation of the records of a month. The accounts and testimonies that were created in a month have items
 * in a partition of the month; movements of money are in a partition of `gsi1`.
 */
import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { MoneyMovement } from '../../../domain/model/movement.ts';
import type { MonthlyRecords } from '../../../domain/ports/books.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { type Item, type Table, withoutKeys } from '../table/table.ts';
import { movementPartition } from './books.ts';

export function dynamoMonthlyRecords(table: Table): MonthlyRecords {
  return {
    async listCreated(month) {
      const { pk } = itemKey.created(`${month}-01`, 'client', '');
      const ids: Record<string, string[]> = { client: [], expert: [], testimony: [] };
      for (const sk of await queryAll(table, pk, '', ({ sk }) => sk)) {
        const [kind = '', id = ''] = sk.split('#');
        ids[kind]?.push(id);
      }
      const { client: clients = [], expert: experts = [], testimony: testimonyIds = [] } = ids;
      return { clients: clients.length, experts: experts.length, testimonyIds };
    },

    async *readMovements(month) {
      const query = {
        TableName: table.name,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': movementPartition(month) },
      };
      for await (const { Items = [] } of paginateQuery({ client: table.client }, query))
        yield (Items as Item[]).map(withoutKeys<MoneyMovement>);
    },
  };
}
