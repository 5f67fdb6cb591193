/** Attacks that send invalid links, events and tokens without limit (infra/docs/api/conventions.md#rate-limits). */
import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { LIMITS } from '../../../lib/domain/model/limits/rate-limit.ts';
import { MINUTE } from '../../../lib/durations.ts';
import { uniqueEmail } from '../../support/builders.ts';
import { startFaultProxy } from '../../support/fake-server.ts';
import { accountUpdatedEvent, sendEvent } from '../../support/payment-accounts.ts';
import { type Service, type ServiceResponse, startService } from '../../support/start-service.ts';

let service: Service;
let table: Awaited<ReturnType<typeof startFaultProxy>>;
let client: { token: string };

beforeAll(async () => {
  table = await startFaultProxy(inject('emulators').dynamodb, () => undefined);
  service = await startService({ RATE_LIMITS: 'strict', AWS_ENDPOINT_URL_DYNAMODB: table.url });
  client = await service.registerClient({ email: uniqueEmail() });
});

beforeEach(() => {
  const { clock } = service.deps;
  // Each test starts at a full minute, so that no window of a limit ends during the test.
  clock.advance(MINUTE - (clock.now().getTime() % MINUTE));
});

type Guess = (source: string) => Promise<ServiceResponse>;

const randomHex = () => randomBytes(32).toString('hex');
const { userId, tokenId } = {
  userId: '01890000-0000-7000-8000-000000000000',
  tokenId: '01890000-0000-7000-8000-000000000001',
};
const guessLink: Guess = source =>
  service.get(`/auth/email/verify/${userId}/${randomHex()}?expires=9999999999&signature=${randomHex()}`, {
    source,
  });
const guessUnsubscribeLink: Guess = source =>
  service.post(`/digests/unsubscribe/${userId}?signature=${randomHex()}`, undefined, { source });
const guessToken: Guess = source =>
  service.get('/me', { source, token: `${userId}_${tokenId}|${randomHex().slice(0, 43)}` });
const forgeEvent: Guess = source =>
  service.post('/webhooks/stripe', {}, { source, headers: { 'stripe-signature': `t=1,v1=${randomHex()}` } });

it.each<[string, number, Guess]>([
  ['verification links', 422, guessLink],
  ['links to unsubscribe', 422, guessUnsubscribeLink],
  ['tokens', 401, guessToken],
  ['events of the payment provider', 400, forgeEvent],
])('invalid %s are limited per source, and a flood of them causes no writes', async (what, status, guess) => {
  const { quota, window } = LIMITS.failures;
  const source = `198.51.100.${what.length}`;
  const hit = { limit: 'failures', key: source, at: service.deps.clock.now() } as const;
  for (let count = 1; count < quota; count++) await service.deps.rateLimiter.count(hit);

  expect(await guess(source)).toMatchObject({ status });
  expect(await guess(source)).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.any(String), 'ratelimit-policy': `"failures";q=${quota};w=${window}` },
  });

  const before = table.calls.length;
  expect(await guess(source)).toMatchObject({ status: 429 });
  const operations = table.calls.slice(before).map(({ headers }) => headers['x-amz-target']);
  expect(operations).toEqual(guess === guessToken ? ['DynamoDB_20120810.BatchGetItem'] : []);
  expect(await guess('203.0.113.9')).toMatchObject({ status });
});

it('neither tokens nor provider events are blocked by failed guesses from the same network', async () => {
  const source = '192.0.2.1'; // the address of all requests that set no other source
  for (const guess of [guessToken, forgeEvent]) {
    for (let count = 0; count <= LIMITS.failures.quota; count++) await guess(source);
    expect(await guess(source)).toMatchObject({ status: 429 });
  }

  expect(await service.get('/me', client)).toMatchObject({ status: 200 });
  expect(await sendEvent(service, accountUpdatedEvent('acct_1'))).toMatchObject({ status: 204 });
});

it('a request without a well-formed token causes no reads and does not count towards the limit', async () => {
  const before = table.calls.length;
  for (const token of [undefined, 'x', `${userId}|${randomHex()}`])
    expect(await service.get('/me', { ...(token && { token }) })).toMatchObject({ status: 401 });

  expect(table.calls.length).toBe(before);
});
