/** Tests of POST /api/v1/partner/rotate-key (infra/docs/api/partners.md#key). */
import { beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../lib/durations.ts';
import { createPartner, registerPartner } from '../../support/partners.ts';
import { assertSuccess } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ SANDBOX: 'true' });
});

const rotate = async (key: string, own = service): Promise<string> =>
  assertSuccess(await own.post('/partner/rotate-key', undefined, { token: key })).key;
const show = async (key: string) => (await service.get('/partner', { token: key })).status;

it('after a rotation, the former key of a partner is valid for 24 hours and the new key indefinitely', async () => {
  const { id, key } = await registerPartner(service);

  const renewed = await rotate(key);

  expect([await show(key), await show(renewed)]).toEqual([200, 200]);
  service.deps.clock.advance(24 * HOUR + 1);
  expect([await show(key), await show(renewed)]).toEqual([401, 200]);
  const [entry] = await service.deps.audit.list(id);
  expect(entry).toMatchObject({ who: 'partner', what: 'partner key rotated' });
});

it('a second rotation, with the new key, invalidates the oldest key of a partner at once', async () => {
  const { key } = await registerPartner(service);

  const second = await rotate(key);
  const third = await rotate(second);

  expect([await show(key), await show(second), await show(third)]).toEqual([401, 200, 200]);
});

it('a rotation with a former key of a partner returns 403 and changes nothing', async () => {
  const { id, key } = await registerPartner(service);
  const renewed = await rotate(key);
  const before = await service.deps.partners.find(id);

  const { status, headers } = await service.post('/partner/rotate-key', undefined, { token: key });

  expect([status, headers['x-error-code']]).toEqual([403, 'forbidden']);
  expect(await service.deps.partners.find(id)).toEqual(before);
  expect([await show(key), await show(renewed)]).toEqual([200, 200]);
});

it('only one of two concurrent rotations with the same key succeeds, and the other gets 403', async () => {
  const { key } = await registerPartner(service);

  const responses = await Promise.all(
    [1, 2].map(() => service.post('/partner/rotate-key', undefined, { token: key })),
  );

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
});

it('a partner rotates its key at most ten times a day, and attempts with a former key do not count', async () => {
  const strict = await startService({ RATE_LIMITS: 'strict' });
  const { clock } = strict.deps;
  clock.advance(DAY - (clock.now().getTime() % DAY));
  let { key } = await createPartner(strict);
  for (let count = 0; count < 10; count++) {
    const former = key;
    key = await rotate(former, strict);
    const refused = await strict.post('/partner/rotate-key', undefined, { token: former });
    expect(refused.status).toBe(403);
  }

  const { status, headers } = await strict.post('/partner/rotate-key', undefined, { token: key });

  expect([status, headers['ratelimit-policy']]).toEqual([429, '"partner-key-rotations";q=10;w=86400']);
  clock.advance(DAY);
  expect(await rotate(key, strict)).not.toBe(key);
});
