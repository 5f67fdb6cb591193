/** Tests of POST /api/v1/partner/rotate-key (infra/docs/api/partners.md#key). */
import { beforeAll, expect, it } from 'vitest';
import { HOUR } from '../../../lib/durations.ts';
import { registerPartner } from '../../support/partners.ts';
import { assertSuccess } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ SANDBOX: 'true' });
});

const rotate = async (key: string): Promise<string> =>
  assertSuccess(await service.post('/partner/rotate-key', undefined, { token: key })).key;
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

it('a second rotation within 24 hours invalidates the oldest key of a partner at once', async () => {
  const { key } = await registerPartner(service);

  const second = await rotate(key);
  const third = await rotate(key);

  expect([await show(key), await show(second), await show(third)]).toEqual([401, 200, 200]);
});
