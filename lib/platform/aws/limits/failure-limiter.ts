/**
 * Limit of invalid links, tokens and signatures per source. An exhausted counter is remembered, so that a flood of
 * failures causes no writes, which would throttle the counter's partition.
 */
import type { FailureLimiter, RateLimiter } from '../../../domain/ports/services.ts';
import type { Environment } from '../../environment.ts';
import type { Table } from '../table/table.ts';
import { dynamoRateLimiter, getRateLimitCounter, readLimitFactors, toExceededLimit } from './rate-limiter.ts';

const MAX_REMEMBERED_COUNTERS = 1000;

export function dynamoFailureLimiter(table: Table, environment: Environment): FailureLimiter {
  /** Created at the first failure, because some functions use the store of tokens but have no access to rate limits. */
  let rateLimiter: RateLimiter | undefined;
  const usedUpCounters = new Set<string>();
  return {
    async count(source, at) {
      const hit = { limit: 'failures', key: source, at } as const;
      const { pk } = getRateLimitCounter(hit).key;
      if (usedUpCounters.has(pk)) return { exceeded: toExceededLimit(hit, readLimitFactors(environment)) };
      rateLimiter ??= dynamoRateLimiter(table, environment);
      const result = await rateLimiter.count(hit);
      if (usedUpCounters.size === MAX_REMEMBERED_COUNTERS) usedUpCounters.clear();
      if (result.exceeded) usedUpCounters.add(pk);
      return result;
    },
  };
}
