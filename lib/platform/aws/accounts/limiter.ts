/**
 * Counters per window in the table. Each counts only up to its quota, by a conditional write, so
 * parallel callers cannot slip past it; several hits are counted in one transaction.
 */
import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Refusal } from '../../../domain/errors.ts';
import { type Exceeded, type Hit, MODES, ruleOf } from '../../../domain/model/limit.ts';
import type { Limiter, Random } from '../../../domain/ports/outside.ts';
import { log } from '../../../log.ts';
import { type Environment, oneOf } from '../../environment.ts';
import { key } from '../table/keys.ts';
import { type Key, readAll, type Table, ttl, writeAll, writeOne } from '../table/table.ts';

export function dynamoLimiter(table: Table, random: Random, environment: Environment): Limiter {
  const factor = factorOf(environment);
  const increment = incrementIn(table, factor);

  async function firstExceeded(hits: readonly Hit[]): Promise<Hit | undefined> {
    const [first, ...others] = hits;
    if (first && others.length === 0) {
      const counted = await writeOne(() => table.client.send(new UpdateCommand(increment(first))));
      return counted ? undefined : first;
    }
    const failed = await writeAll(
      table,
      hits.map(hit => [hit.limit, { Update: increment(hit) }]),
      random.uuid(),
    );
    return hits.find(({ limit }) => failed.has(limit));
  }

  async function firstFull(hits: readonly Hit[]): Promise<Hit | undefined> {
    const counters = await readAll(
      table,
      hits.map(hit => counterOf(hit).key),
    );
    const used = new Map(counters.map(({ pk, hits: counted }) => [pk, Number(counted)]));
    return hits.find(hit => (used.get(counterOf(hit).key.pk) ?? 0) >= quotaOf(hit, factor));
  }

  const judged =
    (find: typeof firstFull): Limiter['count'] =>
    async hits => {
      try {
        const hit = await find(hits);
        return hit ? { exceeded: exceededBy(hit, factor) } : {};
      } catch (error) {
        if (hits.some(({ limit }) => ruleOf(limit).guardsPassword))
          throw new Refusal('unavailable', {}, error);
        log.error({ event: 'limiter out of reach', count: hits.length, error });
        return {};
      }
    };

  return {
    count: judged(firstExceeded),
    look: judged(firstFull),

    async uncount(hit) {
      await table.client
        .send(new UpdateCommand(decrement(table, hit)))
        .catch(error => log.warn({ event: 'a counted hit was not given back', limit: hit.limit, error }));
    },
  };
}

/** One hit more, unless the quota is used up. */
export function incrementIn({ name: TableName }: Table, factor: number) {
  return (hit: Hit) => {
    const { key: Key, endsAt } = counterOf(hit);
    return {
      TableName,
      Key,
      ConditionExpression: 'attribute_not_exists(hits) OR hits < :quota',
      UpdateExpression: 'ADD hits :one SET expiresAt = :end',
      ExpressionAttributeValues: {
        ':one': 1,
        ':quota': quotaOf(hit, factor),
        ':end': ttl(endsAt, 60),
      },
    };
  };
}

/** What the refusal of a hit tells the caller. */
export function exceededBy(hit: Hit, factor: number): Exceeded {
  const resetSeconds = Math.ceil((counterOf(hit).endsAt.getTime() - hit.at.getTime()) / 1000);
  const { limit } = hit;
  return { limit, quota: quotaOf(hit, factor), window: ruleOf(limit).window, resetSeconds };
}

/** What the deployment multiplies its limits per source by. */
export function factorOf(environment: Environment): number {
  return MODES[oneOf(environment, 'RATE_LIMITS', MODES)];
}

function quotaOf({ limit }: Hit, factor: number): number {
  const { quota, perSource } = ruleOf(limit);
  return perSource ? quota * factor : quota;
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
  const length = ruleOf(limit).window * 1000;
  const start = Math.floor(at.getTime() / length) * length;
  const hashed = createHash('sha256').update(who).digest('base64url');
  return { key: key.window(limit, hashed, start / 1000), endsAt: new Date(start + length) };
}
