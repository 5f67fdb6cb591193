/** Writes that store a request's idempotency record in the same transaction as its work. */
import { DomainError } from '../../../domain/errors.ts';
import type { IdempotencyRecord } from '../../../domain/model/idempotency.ts';
import { itemKey } from '../table/keys.ts';
import { expirySeconds, type Key, type NamedWrite, type Table, writeAll } from '../table/table.ts';
import { putItem } from '../table/writes.ts';

const RECORD = 'idempotency record';

interface RecordOfRequest {
  readonly record: IdempotencyRecord | undefined;
  /** Id of the user that a guest's request creates. Account deletion finds the guest's record by this id. */
  readonly newUserId?: string;
}

/**
 * Commits all writes or none, like `writeAll`, together with the idempotency record if there is one.
 *
 * @returns the names of the writes whose condition failed; empty when all were written
 * @throws DomainError `unavailable` when a concurrent request has stored an unexpired record with the same id
 */
export async function writeWithIdempotencyRecord(
  table: Table,
  writes: readonly NamedWrite[],
  { record, newUserId }: RecordOfRequest,
  requestToken: string,
): Promise<ReadonlySet<string>> {
  const all = record ? [...writes, ...idempotencyRecordWrites(table, record, newUserId)] : writes;
  const failed = await writeAll(table, all, requestToken);
  if (failed.has(RECORD)) throw new DomainError('unavailable');
  return failed;
}

/** Returns the table key of a record. Guest records use their own id as the partition key. */
export const idempotencyRecordKey = ({ id, userId = id }: Pick<IdempotencyRecord, 'id' | 'userId'>): Key =>
  itemKey.idempotencyRecord(userId, id);

function idempotencyRecordWrites(
  table: Table,
  record: IdempotencyRecord,
  newUserId: string | undefined,
): NamedWrite[] {
  const { keptFrom, ...stored } = record;
  const expiresAt = expirySeconds(new Date(record.keptUntil));
  const isFree = {
    ConditionExpression: 'attribute_not_exists(pk) OR keptUntil <= :now',
    ExpressionAttributeValues: { ':now': keptFrom },
  };
  return [
    [RECORD, putItem(table, { ...idempotencyRecordKey(record), ...stored, expiresAt }, isFree)],
    ...(newUserId
      ? [
          [
            'pointer',
            putItem(table, { ...itemKey.idempotencyRecord(newUserId, record.id), id: record.id, expiresAt }),
          ] as const,
        ]
      : []),
  ];
}
