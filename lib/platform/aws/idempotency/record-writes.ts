/** The part of a transaction that keeps the answer of the request it does the work of. */
import { DomainError } from '../../../domain/errors.ts';
import type { IdempotencyRecord } from '../../../domain/model/idempotency.ts';
import { key } from '../table/keys.ts';
import { expirySeconds, type Key, type NamedWrite, type Table, writeAll } from '../table/table.ts';
import { put } from '../table/writes.ts';

const ANSWER = 'kept answer';

interface Answering {
  readonly kept: IdempotencyRecord | undefined;
  /** Whom a guest's request makes a user: closing that account has to find its answer. */
  readonly newUserId?: string;
}

/**
 * As `writeAll`, with the answer, if one is kept.
 * @throws DomainError when the same request has done the work meanwhile, or another one has had its key
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

/** A guest's lies by itself. */
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
    [ANSWER, put(table, { ...idempotencyRecordKey(kept), ...answer, expiresAt }, isFree)],
    ...(newUserId
      ? [['pointer', put(table, { ...key.answer(newUserId, kept.id), id: kept.id, expiresAt })] as const]
      : []),
  ];
}
