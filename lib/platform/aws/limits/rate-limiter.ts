/**
 * DynamoDB implementation of the rate limiter, with one counter per window. A conditional write increments a counter
 * only up to its quota, so concurrent requests cannot exceed it.
 */
import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { withCleanUpTime } from '../../../deadline.ts';
import { DomainError } from '../../../domain/errors.ts';
import {
  type ExceededLimit,
  findSourceNetwork,
  getLimitFactor,
  LIMITS,
  type LimitChanges,
  type LimitFactors,
  RATE_LIMIT_MODES,
  type RateLimitHit,
} from '../../../domain/model/limits/rate-limit.ts';
import type { RateLimiter } from '../../../domain/ports/services.ts';
import { log } from '../../../log.ts';
import { type Environment, readChoice } from '../../environment.ts';
import { itemKey, scopeToMarket } from '../table/keys.ts';
import { computeExpirySeconds, type Key, readItem, type Table, writeItem } from '../table/table.ts';
import { type ChangeWriters, createUpdate, orConflict, type WriteCondition } from '../table/writes.ts';

export function dynamoRateLimiter(table: Table, environment: Environment): RateLimiter {
  const factors = readLimitFactors(environment);

  /** Counts a hit. Returns whether the limit was used up, so that the hit was not counted. */
  async function countHit(hit: RateLimitHit): Promise<boolean> {
    const increment = createIncrement(table, hit, factors);
    const counted = await writeItem(table, () => table.client.send(new UpdateCommand(increment)));
    return counted === undefined;
  }

  async function isUsedUp(hit: RateLimitHit): Promise<boolean> {
    const counter = await readItem(table, getRateLimitCounter(hit).key);
    return Number(counter?.hits ?? 0) >= quotaOf(hit, factors);
  }

  const createCheck =
    (isExceeded: typeof isUsedUp): RateLimiter['count'] =>
    async hit => {
      try {
        return (await isExceeded(hit)) ? { exceeded: toExceededLimit(hit, factors) } : {};
      } catch (error) {
        if (LIMITS[hit.limit].guardsPassword) throw new DomainError('unavailable', {}, error);
        log.error({ event: 'rate_limit.unavailable', limit: hit.limit, error });
        return {};
      }
    };

  return {
    count: createCheck(countHit),
    peek: createCheck(isUsedUp),

    async release(hit) {
      await withCleanUpTime(() =>
        table.client.send(new UpdateCommand(createHitsUpdate(table, hit, -1))),
      ).catch(error => log.warn({ event: 'rate_limit.release_failed', limit: hit.limit, error }));
    },
  };
}

export function limitWriters(table: Table, environment: Environment) {
  return {
    'rate-limit-counted'({ hit }) {
      const factors = readLimitFactors(environment);
      const write = { Update: createIncrement(table, hit, factors) };
      return [{ write, rejection: { reason: 'limit-exceeded', exceeded: toExceededLimit(hit, factors) } }];
    },
    'rate-limit-released': ({ hit }) => [orConflict({ Update: createHitsUpdate(table, hit, -1) })],
    'rate-limit-recorded': ({ hit }) => [orConflict({ Update: createHitsUpdate(table, hit, 1) })],
  } satisfies ChangeWriters<LimitChanges>;
}

/** Builds the update that counts a hit. Its condition fails if the limit is used up. */
function createIncrement(table: Table, hit: RateLimitHit, factors: LimitFactors) {
  const isFree = {
    ConditionExpression: 'attribute_not_exists(hits) OR hits < :quota',
    ExpressionAttributeValues: { ':quota': quotaOf(hit, factors) },
  };
  return createHitsUpdate(table, hit, 1, isFree);
}

/** Builds the update that adds hits to the time window of a hit. A negative number removes hits. */
function createHitsUpdate(table: Table, hit: RateLimitHit, hits: number, condition?: WriteCondition) {
  const { key, endsAt } = getRateLimitCounter(hit);
  const values = { ':hits': hits, ':end': computeExpirySeconds(endsAt, 60) };
  return createUpdate(table, key, 'ADD hits :hits SET expiresAt = :end', values, condition);
}

export function toExceededLimit(hit: RateLimitHit, factors: LimitFactors): ExceededLimit {
  const resetSeconds = Math.ceil((getRateLimitCounter(hit).endsAt.getTime() - hit.at.getTime()) / 1000);
  const { limit } = hit;
  return { limit, quota: quotaOf(hit, factors), window: LIMITS[limit].window, resetSeconds };
}

/** Reads the factors by which the deployment multiplies its limits per source and per user. */
export function readLimitFactors(environment: Environment): LimitFactors {
  return RATE_LIMIT_MODES[readChoice(environment, 'RATE_LIMITS', RATE_LIMIT_MODES)];
}

const quotaOf = ({ limit }: RateLimitHit, factors: LimitFactors): number =>
  LIMITS[limit].quota * getLimitFactor(limit, factors);

export function getRateLimitCounter({ limit, key: who, market, at }: RateLimitHit): {
  key: Key;
  endsAt: Date;
} {
  const { window, perSource } = LIMITS[limit];
  const length = window * 1000;
  const start = Math.floor(at.getTime() / length) * length;
  const hashed = createHash('sha256')
    .update(scopeToMarket(perSource ? findSourceNetwork(who) : who, market))
    .digest('base64url');
  return { key: itemKey.window(limit, hashed, start / 1000), endsAt: new Date(start + length) };
}
