/** Writes that store a request's idempotency record in the same transaction as its work. */
import { DomainError } from '../../../domain/errors.ts';
import type { IdempotencyRecord } from '../../../domain/model/idempotency.ts';
import { key } from '../table/keys.ts';
import { expirySeconds, type Key, type NamedWrite, type Table, writeAll } from '../table/table.ts';
import { putItem } from '../table/writes.ts';

const ANSWER = 'kept answer';

interface Answering {
  readonly kept: IdempotencyRecord | undefined;
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
  { kept, newUserId }: Answering,
  requestToken: string,
): Promise<ReadonlySet<string>> {
  const all = kept ? [...writes, ...idempotencyRecordWrites(table, kept, newUserId)] : writes;
  const failed = await writeAll(table, all, requestToken);
  if (failed.has(ANSWER)) throw new DomainError('unavailable');
  return failed;
}

/** Returns the table key of a record. Guest records use their own id as the partition key. */
export const idempotencyRecordKey = ({ id, userId = id }: Pick<IdempotencyRecord, 'id' | 'userId'>): Key =>
  key.answer(userId, id);

function idempotencyRecordWrites(
  table: Table,
  kept: IdempotencyRecord,
  newUserId: string | undefined,
): NamedWrite[] {
  const { keptFrom, ...answer } = kept;
  const expiresAt = expirySeconds(new Date(kept.keptUntil));
  const isFree = {
    ConditionExpression: 'attribute_not_exists(pk) OR keptUntil <= :now',
    ExpressionAttributeValues: { ':now': keptFrom },
  };
  return [
    [ANSWER, putItem(table, { ...idempotencyRecordKey(kept), ...answer, expiresAt }, isFree)],
    ...(newUserId
      ? [['pointer', putItem(table, { ...key.answer(newUserId, kept.id), id: kept.id, expiresAt })] as const]
      : []),
  ];
}
