/** The part of a transaction that keeps the answer of the request it does the work of. */
import { Refusal } from '../../../domain/errors.ts';
import type { KeptAnswer } from '../../../domain/model/kept-answer.ts';
import { key } from '../table/keys.ts';
import { type Key, type NamedWrite, type Table, ttl, writeAll } from '../table/table.ts';
import { put } from '../table/writes.ts';

const ANSWER = 'kept answer';

interface Answering {
  readonly kept: KeptAnswer | undefined;
  /** Whom a guest's request makes a user: closing that account has to find its answer. */
  readonly newUserId?: string;
}

/**
 * As `writeAll`, with the answer, if one is kept.
 * @throws Refusal when the same request has done the work meanwhile, or another one has had its key
 */
export async function writeWithAnswer(
  table: Table,
  writes: readonly NamedWrite[],
  { kept, newUserId }: Answering,
  requestToken: string,
): Promise<ReadonlySet<string>> {
  const all = kept ? [...writes, ...answerWrites(table, kept, newUserId)] : writes;
  const failed = await writeAll(table, all, requestToken);
  if (failed.has(ANSWER)) throw new Refusal('unavailable');
  return failed;
}

/** A guest's lies by itself. */
export const answerKey = ({ id, userId = id }: Pick<KeptAnswer, 'id' | 'userId'>): Key =>
  key.answer(userId, id);

function answerWrites(table: Table, kept: KeptAnswer, newUserId: string | undefined): NamedWrite[] {
  const { keptFrom, ...answer } = kept;
  const expiresAt = ttl(new Date(kept.keptUntil));
  const isFree = {
    ConditionExpression: 'attribute_not_exists(pk) OR keptUntil <= :now',
    ExpressionAttributeValues: { ':now': keptFrom },
  };
  return [
    [ANSWER, put(table, { ...answerKey(kept), ...answer, expiresAt }, isFree)],
    ...(newUserId
      ? [['pointer', put(table, { ...key.answer(newUserId, kept.id), id: kept.id, expiresAt })] as const]
      : []),
  ];
}
