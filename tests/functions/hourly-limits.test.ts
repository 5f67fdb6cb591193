/** Tests of the hourly limits per user, which do not depend on the IP address (infra/docs/api/conventions.md). */
import { beforeEach, expect, it } from 'vitest';
import { HOUR } from '../../lib/durations.ts';
import { type Market, type MarketClient, startMarket } from '../support/start-market.ts';
import type { ServiceResponse } from '../support/start-service.ts';
import { BUYER, offerBody, testimonyBody } from '../support/testimony-builders.ts';

let market: Market;
let client: MarketClient;

beforeEach(async () => {
  market = await startMarket({ RATE_LIMITS: 'strict' });
  const { clock } = market.service.deps;
  clock.advance(HOUR - (clock.now().getTime() % HOUR));
  client = await market.createClient();
});

async function repeatCall(count: number, call: () => Promise<ServiceResponse>): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let sent = 0; sent < count; sent++) statuses.add((await call()).status);
  return statuses;
}

const pickLimitHeaders = ({ status, headers, body }: ServiceResponse) => ({
  status,
  body,
  policy: headers['ratelimit-policy'],
  tells: headers.ratelimit?.endsWith(`;r=0;t=${headers['retry-after']}`),
});

const tooManyRequests = (policy: string) => ({
  status: 429,
  body: { message: 'Too many requests.' },
  policy,
  tells: true,
});

it('the 31st testimony that a user creates within an hour is rejected with 429', async () => {
  const createTestimony = () => client.post('/testimonies', testimonyBody());

  expect(await repeatCall(30, createTestimony)).toEqual(new Set([201]));

  expect(pickLimitHeaders(await createTestimony())).toEqual(tooManyRequests('"testimonies";q=30;w=3600'));
  const other = await market.createClient();
  expect(await other.post('/testimonies', testimonyBody())).toMatchObject({ status: 201 });
  market.service.deps.clock.advance(HOUR);
  expect(await createTestimony()).toMatchObject({ status: 201 });
});

it('the 121st offer that a user sends within an hour is rejected with 429, even if some offers were rejected', async () => {
  const expert = await market.createExpert();
  const { id } = await client.createTestimony();
  const offer = () => expert.post(`/testimonies/${id}/offers`, offerBody());
  expect(await repeatCall(120, offer)).toEqual(new Set([201, 409]));

  expect(pickLimitHeaders(await offer())).toEqual(tooManyRequests('"offers";q=120;w=3600'));
});

it('the 31st checkout that a user starts within an hour is rejected with 429', async () => {
  const { client: buyer, offer } = await market.createOfferedTestimony();
  const checkout = () => buyer.post(`/testimonies/offers/${offer.id}/checkout`, BUYER);
  for (let counted = 0; counted < 29; counted++) await count('checkouts', buyer.id);
  await checkout();

  expect(pickLimitHeaders(await checkout())).toEqual(tooManyRequests('"checkouts";q=30;w=3600'));
});

it('the 61st account change of a user within an hour is rejected with 429', async () => {
  const change = () => market.service.put('/me', { firstName: 'Eva' }, { token: client.token });
  expect(await repeatCall(60, change)).toEqual(new Set([200]));

  expect(pickLimitHeaders(await change())).toEqual(tooManyRequests('"profile-changes";q=60;w=3600'));
  expect(await client.get('/me')).toMatchObject({ status: 200 });
});

it('requests that fail validation do not count towards the hourly limits of a user', async () => {
  for (let sent = 0; sent < 35; sent++) await client.post('/testimonies', {});

  expect(await client.post('/testimonies', testimonyBody())).toMatchObject({ status: 201 });
});

it('an invalid body gets 422 instead of 429 after the hourly limit of a user is reached', async () => {
  for (let counted = 0; counted < 30; counted++) await count('testimonies', client.id);

  expect(await client.post('/testimonies', {})).toMatchObject({ status: 422 });
  expect(await client.post('/testimonies', testimonyBody())).toMatchObject({ status: 429 });
});

it.each([
  ['partner', 429],
  ['relaxed', 201],
])(
  'with RATE_LIMITS=%s, the 31st testimony of a user within an hour gets status %d',
  async (RATE_LIMITS, status) => {
    market = await startMarket({ RATE_LIMITS });
    client = await market.createClient();
    for (let counted = 0; counted < 30; counted++) await count('testimonies', client.id);

    expect(await client.post('/testimonies', testimonyBody())).toMatchObject({ status });
  },
);

const count = (limit: 'testimonies' | 'checkouts', key: string) =>
  market.service.deps.rateLimiter.count({ limit, key, at: market.service.deps.clock.now() });
