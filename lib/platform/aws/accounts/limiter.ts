/**
 * Counters per window in the table. Each counts only up to its quota, by a conditional write, so
 * parallel callers cannot slip past it.
 */
import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Refusal } from '../../../domain/errors.ts';
import { type Exceeded, type Hit, MODES, ruleOf } from '../../../domain/model/limit.ts';
import type { Limiter } from '../../../domain/ports/outside.ts';
import { log } from '../../../log.ts';
import { type Environment, oneOf } from '../../environment.ts';
import { key } from '../table/keys.ts';
import { type Key, readOne, type Table, ttl, writeOne } from '../table/table.ts';

export function dynamoLimiter(table: Table, environment: Environment): Limiter {
  const factor = factorOf(environment);
  const increment = incrementIn(table, factor);

  async function isOver(hit: Hit): Promise<boolean> {
    const counted = await writeOne(() => table.client.send(new UpdateCommand(increment(hit))));
    return counted === undefined;
  }

  async function isFull(hit: Hit): Promise<boolean> {
    const counter = await readOne<{ hits: number }>(table, counterOf(hit).key);
    return (counter?.hits ?? 0) >= quotaOf(hit, factor);
  }

  const judged =
    (isUsedUp: typeof isFull): Limiter['count'] =>
    async hit => {
      try {
        return (await isUsedUp(hit)) ? { exceeded: exceededBy(hit, factor) } : {};
      } catch (error) {
        if (ruleOf(hit.limit).guardsPassword) throw new Refusal('unavailable', {}, error);
        log.error({ event: 'limiter out of reach', limit: hit.limit, error });
        return {};
      }
    };

  return {
    count: judged(isOver),
    look: judged(isFull),

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
