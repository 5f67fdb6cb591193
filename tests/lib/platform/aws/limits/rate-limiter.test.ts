import { expect, it } from 'vitest';
import { dynamoRateLimiter } from '../../../../../lib/platform/aws/limits/rate-limiter.ts';
import { listItems } from '../../../../support/inspect-store.ts';
import { openDependencies } from '../../../../support/test-dependencies.ts';

const AT = new Date('2026-06-15T10:00:30Z');
const END = Date.parse('2026-06-15T10:01:00Z') / 1000;
const hit = { limit: 'login-attempts', key: 'any', at: AT } as const;

async function createLimiter(RATE_LIMITS: string) {
  const deps = await openDependencies({ RATE_LIMITS });
  return { deps, rateLimiter: dynamoRateLimiter(deps.table, deps.environment) };
}

it('a released hit decrements its counter, which expires one minute after its window', async () => {
  const { deps, rateLimiter } = await createLimiter('strict');
  await rateLimiter.count(hit);
  await rateLimiter.count(hit);
  await rateLimiter.release(hit);

  expect(await listItems(deps, 'LIMIT#')).toMatchObject([{ hits: 1, expiresAt: END + 60 }]);
});

it('the rate limiter reports an exceeded limit with its quota and reset time and stops counting', async () => {
  const { deps, rateLimiter } = await createLimiter('strict');
  for (let sent = 0; sent < 5; sent++) expect(await rateLimiter.count(hit)).toEqual({});

  expect(await rateLimiter.count(hit)).toEqual({
    exceeded: { limit: 'login-attempts', quota: 5, window: 60, resetSeconds: 30 },
  });
  expect(await listItems(deps, 'LIMIT#')).toMatchObject([{ hits: 5 }]);
});
