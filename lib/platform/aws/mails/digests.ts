/** DynamoDB implementation of the store of digests. */
import { type DigestRecord, isDigestSent } from '../../../domain/model/mails/digest.ts';
import type { MailChanges } from '../../../domain/model/mails/mail-changes.ts';
import type { Digests } from '../../../domain/ports/digests.ts';
import { DAY_SECONDS } from '../../../durations.ts';
import { type Environment, readInteger } from '../../environment.ts';
import { itemKey } from '../table/keys.ts';
import { queryPage, queryPart } from '../table/lists.ts';
import { toDigestRecord } from '../table/records.ts';
import { computeExpirySeconds, readRecord, type Table } from '../table/table.ts';
import {
  type ChangeWriters,
  createPutOrConflict,
  createUpdate,
  orConflict,
  type WriteCondition,
} from '../table/writes.ts';

/**
 * Time for which testimonies that became visible after their creation, and the last digest of an expert, are stored. A
 * digest covers at most a day.
 */
const RETENTION_SECONDS = 2 * DAY_SECONDS;

const MAX_LATE_TESTIMONIES = 100;

export function dynamoDigests(table: Table, environment: Environment): Digests {
  return {
    get periodMinutes() {
      return readInteger(environment, 'DIGEST_MINUTES', 1, 60);
    },
    listExperts: (region, market, pageRequest) =>
      queryPage(table, { pk: itemKey.ofRegion(region, market, '').pk }, pageRequest, ({ sk }) => sk),
    async listRevealedTestimonies({ market, regions }, { from, until }) {
      // The space before the id sorts before `~`, so the last moment of the period is included.
      const part = { from: `${until}~`, newestFirst: true, limit: MAX_LATE_TESTIMONIES };
      const lists = await Promise.all(
        regions.map(region =>
          queryPart(table, { ...part, pk: itemKey.revealedTestimony(region, market, '', '').pk }),
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

export const digestWriters = (table: Table) =>
  ({
    'digest-claimed': ({ digest, replaced }) => [
      createPutOrConflict(
        table,
        { ...itemKey.digest(digest.expertId), ...digest, expiresAt: getExpiry(digest.until) },
        replaced && isUnchanged(replaced, digest),
      ),
    ],
    'revealed-testimony-listed': ({ region, market, visibleSince, testimonyId }) => [
      createPutOrConflict(table, {
        ...itemKey.revealedTestimony(region, market, visibleSince, testimonyId),
        expiresAt: getExpiry(visibleSince),
      }),
    ],
    /** The update has no condition, so that a sent mail is always recorded. */
    'digest-sent'({ expertId, jobId, at }) {
      const change = 'SET sentBy = :jobId, expiresAt = :expiry';
      const values = { ':jobId': jobId, ':expiry': getExpiry(at) };
      return [orConflict({ Update: createUpdate(table, itemKey.digest(expertId), change, values) })];
    },
  }) satisfies ChangeWriters<Omit<MailChanges, 'mail-recorded'>>;

function isUnchanged(last: DigestRecord, { jobId }: DigestRecord): WriteCondition {
  const isTakenOver = last.jobId !== jobId && !isDigestSent(last);
  const unsent = isTakenOver ? ' AND (attribute_not_exists(sentBy) OR sentBy <> :read)' : '';
  return {
    ConditionExpression: `jobId = :read${unsent}`,
    ExpressionAttributeValues: { ':read': last.jobId },
  };
}

const getExpiry = (at: string): number => computeExpirySeconds(new Date(at), RETENTION_SECONDS);
