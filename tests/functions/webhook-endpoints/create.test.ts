/** Tests of POST /api/v1/webhook-endpoints (infra/docs/api/webhooks.md#endpoints). */
import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Market, type MarketClient, startMarket } from '../../support/start-market.ts';

const SETTINGS = {
  url: 'https://partner.sk/webhooks?from=posudky',
  types: ['testimony.created', 'offer.received'],
};
const BODY = { ...SETTINGS, currentPassword: PASSWORD };

let market: Market;
let client: MarketClient;

beforeAll(async () => {
  market = await startMarket({ RATE_LIMITS: 'strict' });
  client = await market.createClient();
});

const create = (change: object = {}, person = client) =>
  person.post('/webhook-endpoints', { ...BODY, ...change });

it('the creation of a webhook endpoint returns its secret, which the table contains only in encrypted form', async () => {
  const owner = await market.createClient();
  const { status, body } = await create({}, owner);

  expect(status).toBe(201);
  expect(body.data).toEqual({
    ...SETTINGS,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    state: 'unconfirmed',
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    createdAt: expect.stringMatching(/Z$/),
    disabledAt: null,
  });
  const stored = JSON.stringify(await listItems(market.service.deps));
  expect(stored).toContain(body.data.id);
  expect(stored).not.toContain(body.data.secret.slice(6));
});

it('a user can have five webhook endpoints, even when six are requested concurrently', async () => {
  const owner = await market.createClient();
  const responses = await Promise.all(Array.from({ length: 6 }, () => create({}, owner)));

  expect(responses.map(({ status }) => status).filter(status => status === 201).length).toBeLessThanOrEqual(
    5,
  );
  for (let count = (await owner.get('/webhook-endpoints')).body.data.length; count < 5; count++)
    expect((await create({}, owner)).status).toBe(201);
  const { status, headers } = await create({}, owner);
  expect([status, headers['x-error-code']]).toEqual([409, 'too-many-endpoints']);
  expect((await owner.get('/webhook-endpoints')).body.data).toHaveLength(5);
});

it.each([
  ['http://partner.sk/webhooks', 'plain HTTP'],
  ['https://10.0.0.1/', 'a private address'],
  ['https://localhost/', 'a name without a domain'],
  ['https://partner.sk:22/', 'a port that HTTPS does not use'],
  ['https://user:secret@partner.sk/', 'a user'],
  ['https://partner.sk/#part', 'a fragment'],
  [`https://partner.sk/${'a'.repeat(2048)}`, 'more than 2,048 characters'],
])('the webhook URL %s is rejected because it has %s', async url => {
  const { status, body } = await create({ url });

  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['url']);
});

it.each([
  ['an unknown type', ['testimony.unknown']],
  ['the type of test events', ['webhook.test']],
  ['a repeated type', ['mail.sent', 'mail.sent']],
  ['no type', []],
  ['101 types', Array(101).fill('mail.sent')],
])('a webhook endpoint with %s as its event types is rejected', async (_, types) => {
  const { status, body } = await create({ types });

  expect(status).toBe(422);
  expect(Object.keys(body.errors)[0]).toMatch(/^types/);
});

it('creating a webhook endpoint returns 429 after sixty changes in an hour', async () => {
  const owner = await market.createClient();
  market.service.deps.clock.toNextMinute();
  const { id } = (await create({}, owner)).body.data;
  const call = { token: owner.token };
  for (let count = 0; count < 59; count++) await market.service.put(`/webhook-endpoints/${id}`, BODY, call);

  expect(await create({}, owner)).toMatchObject({
    status: 429,
    headers: { 'x-error-code': 'too-many-requests' },
  });
});

it('a local webhook URL is accepted only in the local stack', async () => {
  const elsewhere = await startMarket({ LOCAL_WEBHOOKS: 'false' });
  const owner = await elsewhere.createClient();

  for (const url of ['http://localhost:3000/', 'http://127.0.0.1/']) {
    expect((await create({ url })).status).toBe(201);
    expect((await create({ url }, owner)).status).toBe(422);
  }
});
