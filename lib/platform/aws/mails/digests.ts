/** DynamoDB implementation of the store of digests. */
import type { ChangeOf } from '../../../domain/model/change.ts';
import {
  type DigestClaim,
  type DigestRecord,
  isDigestSent,
  type LateTestimony,
} from '../../../domain/model/mails/digest.ts';
import type { Digests } from '../../../domain/ports/digests.ts';
import { DAY_SECONDS } from '../../../durations.ts';
import { type Environment, readInteger } from '../../environment.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage, queryPart } from '../table/lists.ts';
import { toDigestRecord } from '../table/records.ts';
import { expirySeconds, readRecord, type Table, type TransactionWrite } from '../table/table.ts';
import { createPut, createUpdate, DOES_NOT_EXIST, type WriteCondition } from '../table/writes.ts';

/** Time for which late testimonies and the last digest of an expert are stored. A digest covers at most a day. */
const RETENTION_SECONDS = 2 * DAY_SECONDS;

const MAX_LATE_TESTIMONIES = 100;

export function dynamoDigests(table: Table, environment: Environment): Digests {
  return {
    get periodMinutes() {
      return readInteger(environment, 'DIGEST_MINUTES', 1, 60);
    },
    listExperts: (region, market, pageRequest) =>
      queryPage(table, { pk: itemKey.ofRegion(region, market, '').pk }, pageRequest, ({ sk }) => sk),
    async listLateTestimonies({ market, regions }, { from, until }) {
      // The space before the id sorts before `~`, so the last moment of the period is included.
      const part = { from: `${until}~`, newestFirst: true, limit: MAX_LATE_TESTIMONIES };
      const lists = await Promise.all(
        regions.map(region =>
          queryPart(table, { ...part, pk: itemKey.lateTestimony(region, market, '', '').pk }),
        ),
      );
      return lists
        .flatMap(({ items }) => items.map(({ sk }) => String(sk).split(' ')))
        .filter(([visibleSince = '']) => visibleSince > from)
        .flatMap(([, id]) => id ?? [])
        .slice(0, MAX_LATE_TESTIMONIES);
    },
    findLast: expertId => readRecord(table, itemKey.digest(expertId), toDigestRecord),
  };
}

/** Builds the put of a digest. Its condition fails if another job has claimed or sent one since the read. */
export function createDigestPut(table: Table, { digest, replaced }: DigestClaim): TransactionWrite {
  const expiresAt = getExpiry(digest.until);
  const item = { ...itemKey.digest(digest.expertId), ...digest, expiresAt };
  return createPut(table, item, replaced ? isUnchanged(replaced, digest) : DOES_NOT_EXIST);
}

function isUnchanged(last: DigestRecord, { jobId }: DigestRecord): WriteCondition {
  const isTakenOver = last.jobId !== jobId && !isDigestSent(last);
  const unsent = isTakenOver ? ' AND (attribute_not_exists(sentBy) OR sentBy <> :read)' : '';
  return {
    ConditionExpression: `jobId = :read${unsent}`,
    ExpressionAttributeValues: { ':read': last.jobId },
  };
}

/** Builds the put of a testimony that became visible late. */
export function createLateTestimonyPut(table: Table, late: LateTestimony): TransactionWrite {
  const key = itemKey.lateTestimony(late.region, late.market, late.visibleSince, late.testimonyId);
  return createPut(table, { ...key, expiresAt: getExpiry(late.visibleSince) });
}

/** Builds the update that marks a digest as sent. It has no condition, so that a sent mail is always recorded. */
export function createDigestSentUpdate(
  table: Table,
  { expertId, jobId, at }: ChangeOf<'digest-sent'>,
): TransactionWrite {
  const values = { ':jobId': jobId, ':expiry': getExpiry(at) };
  const change = 'SET sentBy = :jobId, expiresAt = :expiry';
  return { Update: createUpdate(table, itemKey.digest(expertId), change, values) };
}

const getExpiry = (at: string): number => expirySeconds(new Date(at), RETENTION_SECONDS);
