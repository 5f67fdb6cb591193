/** Writes that store a request's idempotency record in the same transaction as its work. */
import type { IdempotencyRecord } from '../../../domain/model/idempotency.ts';
import { itemKey } from '../table/keys.ts';
import { computeExpirySeconds, type Key, type Table, type TransactionWrite } from '../table/table.ts';
import { createPut } from '../table/writes.ts';

/** Returns the table key of a record. Guest records use their own id as the partition key. */
export const idempotencyRecordKey = ({
  id,
  callerId = id,
}: Pick<IdempotencyRecord, 'id' | 'callerId'>): Key => itemKey.idempotencyRecord(callerId, id);

/**
 * Builds the writes of a record. Their conditions fail while an unexpired record with the same id exists.
 * @param newUserId id of the user that a guest's request creates; account deletion finds the record by this id
 */
export function createIdempotencyRecordWrites(
  table: Table,
  record: IdempotencyRecord,
  newUserId: string | undefined,
): TransactionWrite[] {
  const expiresAt = computeExpirySeconds(new Date(record.keptUntil));
  const isFree = {
    ConditionExpression: 'attribute_not_exists(pk) OR keptUntil <= :now',
    ExpressionAttributeValues: { ':now': record.keptFrom },
  };
  const writes = [createPut(table, { ...idempotencyRecordKey(record), ...record, expiresAt }, isFree)];
  if (!newUserId) return writes;
  const pointer = { ...itemKey.idempotencyRecord(newUserId, record.id), id: record.id, expiresAt };
  return [...writes, createPut(table, pointer)];
}
