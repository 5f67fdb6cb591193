/**
 * Counters per window in the table. Each counts only up to its quota, by a conditional write, so
 * parallel callers cannot slip past it; several hits are counted in one transaction.
 */
import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Refusal } from '../../../domain/errors.ts';
import { type Hit, LIMITS } from '../../../domain/model/limit.ts';
import type { Limiter, Random } from '../../../domain/ports/outside.ts';
import { log } from '../../../log.ts';
import { type Environment, required } from '../../environment.ts';
import { key } from '../table/keys.ts';
import { ifConditionMet, type Key, type Table, ttl, writeAll } from '../table/table.ts';

const RELAXED = 1000;

export function dynamoLimiter(table: Table, random: Random, environment: Environment): Limiter {
  const strict = required(environment, 'RATE_LIMITS') === 'strict';
  const quotaOf = ({ limit }: Hit) =>
    LIMITS[limit].quota * (strict || !LIMITS[limit].relaxable ? 1 : RELAXED);

  const increment = (hit: Hit) => {
    const { key: Key, endsAt } = counterOf(hit);
    return {
      TableName: table.name,
      Key,
      ConditionExpression: 'attribute_not_exists(hits) OR hits < :quota',
      UpdateExpression: 'ADD hits :one SET expiresAt = :end',
      ExpressionAttributeValues: { ':one': 1, ':quota': quotaOf(hit), ':end': ttl(endsAt, 60) },
    };
  };

  async function firstExceeded(hits: readonly Hit[]): Promise<Hit | undefined> {
    const [first, ...others] = hits;
    if (first && others.length === 0) {
      const counted = await ifConditionMet(table.client.send(new UpdateCommand(increment(first))));
      return counted ? undefined : first;
    }
    const failed = await writeAll(
      table,
      hits.map(hit => [hit.limit, { Update: increment(hit) }]),
      random.uuid(),
    );
    return hits.find(({ limit }) => failed.has(limit));
  }

  return {
    async count(hits) {
      try {
        const hit = await firstExceeded(hits);
        if (!hit) return {};
        const resetSeconds = Math.ceil((counterOf(hit).endsAt.getTime() - hit.at.getTime()) / 1000);
        return {
          exceeded: { limit: hit.limit, quota: quotaOf(hit), window: LIMITS[hit.limit].window, resetSeconds },
        };
      } catch (error) {
        // Too many callers at one counter is a reason to refuse; a table out of reach is not.
        if (error instanceof Refusal) throw error;
        log.error({ event: 'limiter out of reach', count: hits.length, error });
        return {};
      }
    },

    async uncount(hit) {
      await table.client
        .send(new UpdateCommand(decrement(table, hit)))
        .catch(error => log.warn({ event: 'a counted hit was not given back', limit: hit.limit, error }));
    },
  };
}

/** One hit less in the window it was counted in. */
export function decrement({ name: TableName }: Table, hit: Hit) {
  return {
    TableName,
    Key: counterOf(hit).key,
    UpdateExpression: 'ADD hits :less SET expiresAt = :end',
    ExpressionAttributeValues: { ':less': -1, ':end': ttl(counterOf(hit).endsAt, 60) },
  };
}

/** The counter of the window that the hit falls into. */
export function counterOf({ limit, key: who, at }: Hit): { key: Key; endsAt: Date } {
  const length = LIMITS[limit].window * 1000;
  const start = Math.floor(at.getTime() / length) * length;
  const hashed = createHash('sha256').update(who).digest('base64url');
  return { key: key.window(limit, hashed, start / 1000), endsAt: new Date(start + length) };
}
