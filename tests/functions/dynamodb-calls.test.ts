/** Tests of the number of DynamoDB calls per request. Rate limits and logs must not increase this number unnoticed. */
import { describe, expect, inject, it } from 'vitest';
import { REGIONS } from '../../lib/validation/fields.ts';
import { expertBody, PASSWORD, uniqueEmail } from '../support/builders.ts';
import { startFaultProxy } from '../support/fake-server.ts';
import { startMarket } from '../support/start-market.ts';
import { startService } from '../support/start-service.ts';
import { createIdempotentRequest, REQUEST_NAMES, randomKey } from './idempotency/idempotent-requests.ts';

const table = await startFaultProxy(inject('emulators').dynamodb, () => undefined);
const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url, RATE_LIMITS: 'strict' });
const email = uniqueEmail();
const { token } = await service.registerClient({ email });

it.each<[string, number, number, () => Promise<{ status: number }>]>([
  ['GET /me', 1, 200, () => service.get('/me', { token })],
  ['a login', 6, 200, () => service.post('/auth/login', { email, password: PASSWORD })],
  ['the registration of an expert', 4, 201, () => service.post('/auth/register/expert', expertBody())],
  ['a logout', 2, 204, () => service.post('/auth/logout', undefined, { token })],
])('%s calls DynamoDB %d times', async (_, most, status, ask) => {
  const before = table.calls.length;

  expect(await ask()).toMatchObject({ status });

  expect(table.calls.length - before).toBe(most);
});

it("a client's list of 15 testimonies with offers takes 5 DynamoDB calls", async () => {
  const market = await startMarket({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  for (let count = 0; count < 15; count++) await expert.createOffer((await client.createTestimony()).id);
  const before = table.calls.length;

  const { body } = await client.get('/testimonies');

  expect(body.data.map(({ offers }: { offers: object[] }) => offers.length)).toEqual(Array(15).fill(1));
  expect(table.calls.length - before).toBe(5);

  await client.get('/testimonies?state=offered&limit=100&createdAfter=2026-01-01');

  expect(table.calls.length - before, 'a filter takes no further call').toBe(10);
});

it('a list of offerable testimonies in all eight regions takes 11 DynamoDB calls', async () => {
  const market = await startMarket({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const [client, expert] = await Promise.all([
    market.createClient(),
    market.createExpert({ regions: [...REGIONS] }),
  ]);
  for (let count = 0; count < 20; count++) await expert.createOffer((await client.createTestimony()).id);
  const { id } = await client.createTestimony();
  const before = table.calls.length;

  const { body } = await expert.get('/testimonies/offerable');

  expect(body.data.map((testimony: { id: string }) => testimony.id)).toEqual([id]);
  expect(table.calls.length - before).toBe(11);
});

describe('DynamoDB calls for an idempotency key', () => {
  // Number of calls without a key. Except in registrations, one of them for each user whose events are recorded reads
  // the partner of the user; these run at the same time.
  const WITHOUT: Readonly<Record<string, number>> = {
    'register-expert': 4,
    'register-client': 4,
    testimony: 4,
    offer: 6,
    complete: 8,
    cancel: 6,
    complaint: 7,
  };

  it.each(REQUEST_NAMES)(
    'the request %s needs one more DynamoDB call with an idempotency key than without one',
    async name => {
      const market = await startMarket({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
      const [plain, keyed] = [
        await createIdempotentRequest(name, market),
        await createIdempotentRequest(name, market),
      ];
      const key = randomKey();
      const counted = async (send: () => Promise<{ status: number }>) => {
        const before = table.calls.length;
        expect((await send()).status).toBeLessThan(300);
        return table.calls.length - before;
      };

      const calls = [
        await counted(() => plain.send()),
        await counted(() => keyed.send(key)),
        await counted(() => keyed.send(key)),
      ];

      const without = WITHOUT[name] ?? 0;
      expect(calls.slice(0, 2)).toEqual([without, without + 1]);
      expect(calls[2]).toBeLessThan(without);
    },
  );
});
