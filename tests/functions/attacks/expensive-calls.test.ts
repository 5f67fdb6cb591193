/** Attacks that repeat expensive calls without limit (infra/docs/api/conventions.md#rate-limits). */
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_TOKENS } from '../../../lib/domain/accounts/sign-in.ts';
import type { LimitName } from '../../../lib/domain/model/limits/rate-limit.ts';
import { DAY, HOUR } from '../../../lib/durations.ts';
import { signCursor } from '../../../lib/http/views/pages.ts';
import { addTokens } from '../../support/add-tokens.ts';
import { PASSWORD, scansBody } from '../../support/builders.ts';
import { listObjectKeys } from '../../support/inspect-store.ts';
import { type Market, type Person, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeEach(async () => {
  market = await startMarket({ RATE_LIMITS: 'strict' });
  const { clock } = market.service.deps;
  // Each test starts at a full hour, so that no hour and no day ends before the test advances the clock.
  clock.advance(HOUR - (clock.now().getTime() % HOUR));
});

/** Adds hits to a rate limit of a user directly, without sending requests. */
async function countHits(limit: LimitName, { id: key }: Person, count: number): Promise<void> {
  const { clock, rateLimiter } = market.service.deps;
  for (let counted = 0; counted < count; counted++) await rateLimiter.count({ limit, key, at: clock.now() });
}

it('a client can request a look-up of an unpaid checkout session at most 60 times an hour', async () => {
  const { client, offer } = await market.createOfferedTestimony();
  const { url } = (await client.startCheckout(offer.id)).body.data;
  const sessionId = url.split('/').at(-1);
  await countHits('offer-acceptances', client, 59);

  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 422 });
  expect(await client.acceptOffer(sessionId)).toMatchObject({
    status: 429,
    headers: { 'ratelimit-policy': '"offer-acceptances";q=60;w=3600' },
  });
  market.service.deps.clock.advance(HOUR);
  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 422 });
});

it('an expert can open the payment account page at most 20 times an hour', async () => {
  const expert = await market.createExpert();
  const open = () => expert.post('/me/payment-account', { currentPassword: PASSWORD });
  await countHits('payment-accounts', expert, 19);

  expect(await open()).toMatchObject({ status: 200 });
  expect(await open()).toMatchObject({ status: 429 });
});

it('an expert can replace the identity documents at most ten times a day', async () => {
  const expert = await market.createExpert();
  const resubmit = () => market.service.put('/me/identity-documents', scansBody(), { token: expert.token });
  await countHits('identity-documents', expert, 9);
  expect(await resubmit()).toMatchObject({ status: 200 });
  const stored = await listObjectKeys(market.service.deps);

  expect(await resubmit()).toMatchObject({ status: 429 });

  expect(await listObjectKeys(market.service.deps)).toEqual(stored);
});

it('a user can read at most 50 export pages a day with one cursor', async () => {
  const client = await market.createClient();
  const { clock, cursors } = market.service.deps;
  const tokenId = client.token.slice(0, client.token.indexOf('|')).split('_')[1];
  const list = `export of ${client.id} with token ${tokenId}`;
  const cursor = await signCursor({ from: '1' }, list, clock.now(), { cursors });
  const readPage = () => client.post('/me/export', { cursor });
  await countHits('export-pages', client, 49);

  expect(await readPage()).toMatchObject({ status: 200 });
  expect(await readPage()).toMatchObject({ status: 429 });
  clock.advance(DAY);
  expect(await readPage()).toMatchObject({ status: 200 });
  clock.advance(DAY);
  expect(await readPage()).toMatchObject({ status: 400, headers: { 'x-error-code': 'bad-cursor' } });
});

describe('limit on the tokens of a user', () => {
  const listIds = async ({ id }: Person) =>
    (await market.service.deps.tokens.list(id)).map(token => token.id);

  it('a login of a user with 100 tokens deletes the least recently used token', async () => {
    const client = await market.createClient();
    const { deps } = market.service;
    await addTokens(deps, client.id, MAX_TOKENS - 1);
    const [registration, second, ...others] = await listIds(client);
    deps.clock.advance(2 * HOUR);
    expect(await client.get('/me')).toMatchObject({ status: 200 });

    const token = await market.service.signIn(client.email);

    const kept = await listIds(client);
    expect(kept).toHaveLength(MAX_TOKENS);
    expect(kept).toEqual(expect.arrayContaining([registration, ...others]));
    expect(kept).not.toContain(second);
    for (const valid of [token, client.token]) {
      expect(await market.service.get('/me', { token: valid })).toMatchObject({ status: 200 });
    }
  });

  it('when a user reaches the token limit, tokens that a new password has revoked are deleted first', async () => {
    const client = await market.createClient();
    const { deps } = market.service;
    await addTokens(deps, client.id, MAX_TOKENS - 2);
    await addTokens(deps, client.id, 1, -1);
    const before = await listIds(client);

    await market.service.signIn(client.email);

    expect((await listIds(client)).slice(0, -1)).toEqual(before.slice(0, -1));
  });

  it('concurrent logins exceed the token limit only until the next login', async () => {
    const client = await market.createClient();
    await addTokens(market.service.deps, client.id, MAX_TOKENS - 1);
    await Promise.all(Array.from({ length: 5 }, () => market.service.signIn(client.email)));

    await market.service.signIn(client.email);

    expect(await listIds(client)).toHaveLength(MAX_TOKENS);
  });
});
