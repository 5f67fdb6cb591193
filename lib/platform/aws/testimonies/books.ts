/**
 * DynamoDB implementation of the store of movements by time and of differences. The partitions of `gsi1` are one for the
 * movements of each month, and one for the open differences.
 */
import type { Difference } from '../../../domain/model/books.ts';
import type { MoneyMovement } from '../../../domain/model/movement.ts';
import type { Books } from '../../../domain/ports/books.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage } from '../table/lists.ts';
import { readRecord, type Table, withoutKeys } from '../table/table.ts';

const MOVEMENTS = 'MOVEMENTS#';
const DIFFERENCES = 'DIFFERENCES';

export const movementPartition = (month: string): string => `${MOVEMENTS}${month}`;

export const movementIndex = ({ at, kind, providerId }: MoneyMovement) => ({
  gsi1pk: movementPartition(at.slice(0, 7)),
  gsi1sk: `${at} ${kind} ${providerId}`,
});

/** Builds the item of a difference. Only open differences are listed. */
export function differenceItem(difference: Difference): object {
  const { id, foundAt, dismissedAt } = difference;
  const listed = dismissedAt === null && { gsi1pk: DIFFERENCES, gsi1sk: `${foundAt} ${id}` };
  return { ...itemKey.difference(id), ...difference, ...listed };
}

export function dynamoBooks(table: Table): Books {
  return {
    listMovements: (month, pageRequest) =>
      queryPage(
        table,
        { index: 'gsi1', pk: movementPartition(month) },
        pageRequest,
        withoutKeys<MoneyMovement>,
      ),
    listDifferences: pageRequest =>
      queryPage(table, { index: 'gsi1', pk: DIFFERENCES }, pageRequest, withoutKeys<Difference>),
    findDifference: id => readRecord<Difference>(table, itemKey.difference(id)),
  };
}
