/** Counters to the second (contract §6). */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { dynamoLimiter } from '../../../../../lib/platform/aws/accounts/limiter.ts';
import { itemsIn } from '../../../../support/behind-the-scenes.ts';
import { openWorld } from '../../../../support/world.ts';

const AT = new Date('2026-06-15T10:00:30Z');
const END = Date.parse('2026-06-15T10:01:00Z') / 1000;
const hit = { limit: 'login-attempts', key: 'any', at: AT } as const;

async function limiterWith(RATE_LIMITS: string) {
  const world = await openWorld({ RATE_LIMITS });
  return { world, limiter: dynamoLimiter(world.table, world.environment) };
}

it('a counter is given back, and expires a minute after its window', async () => {
  const { world, limiter } = await limiterWith('strict');
  await limiter.count(hit);
  await limiter.count(hit);
  await limiter.uncount(hit);

  expect(await itemsIn(world, 'LIMIT#')).toMatchObject([{ hits: 1, expiresAt: END + 60 }]);
});

it('says which limit is used up, how much it allows and when it begins anew, and counts no more', async () => {
  const { world, limiter } = await limiterWith('strict');
  for (let sent = 0; sent < 5; sent++) expect(await limiter.count(hit)).toEqual({});

  expect(await limiter.count(hit)).toEqual({
    exceeded: { limit: 'login-attempts', quota: 5, window: 60, resetSeconds: 30 },
  });
  expect(await itemsIn(world, 'LIMIT#')).toMatchObject([{ hits: 5 }]);
});

it.each([
  ['uploads', 60_000],
  ['login-attempts', 5],
] as const)('relaxed, %s are %i', async (limit, quota) => {
  const { world, limiter } = await limiterWith('relaxed');
  await limiter.count({ ...hit, limit });
  const [counter] = await itemsIn(world, 'LIMIT#');
  const full = { ...counter, hits: quota - 1 };
  await world.table.client.send(new PutCommand({ TableName: world.table.name, Item: full }));

  expect(await limiter.count({ ...hit, limit })).toEqual({});
  expect(await limiter.count({ ...hit, limit })).toMatchObject({ exceeded: { limit, quota } });
});
