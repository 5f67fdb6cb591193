/** Tests of GET /api/v1/partner and of the keys of partners (infra/docs/api/partners.md#key). */
import { v7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { partnerBody, registerPartner } from '../../support/partners.ts';
import { type Service, startService } from '../../support/start-service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ SANDBOX: 'true' });
});

it('a partner reads its settings with its key', async () => {
  const { name, email, frontendUrl } = partnerBody();
  const { id, key } = await registerPartner(service, { name, email, frontendUrl });

  const { status, body } = await service.get('/partner', { token: key });

  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: { id, name, frontendUrl, email, createdAt: expect.any(String), users: 0, webhook: null },
    },
  });
});

it('an unknown partner, a wrong secret and a malformed key get the same response with status 401', async () => {
  const [{ id, key }, other] = [await registerPartner(service), await registerPartner(service)];
  const [, secret = ''] = other.key.split('|');

  for (const token of [`${v7()}|${secret}`, `${id}|${secret}`, `${id}|x`, key.replace('|', ''), ''])
    expect(await service.get('/partner', { token })).toMatchObject({
      status: 401,
      body: { message: 'Unauthenticated.' },
      headers: { 'x-error-code': 'unauthenticated' },
    });
});

it('wrong keys count towards a limit of the IP address, which does not block valid keys', async () => {
  const strict = await startService({ SANDBOX: 'true', RATE_LIMITS: 'strict' });
  const { id, key } = await registerPartner(strict);
  strict.deps.clock.toNextMinute();
  const send = async (token: string) => (await strict.get('/partner', { token })).status;
  for (let count = 0; count < 60; count++) expect(await send(`${id}|${'x'.repeat(43)}`)).toBe(401);

  expect(await send(`${id}|${'x'.repeat(43)}`)).toBe(429);
  expect(await send(key)).toBe(200);
});

it('the key of a partner is rejected on the routes of users', async () => {
  const { key } = await registerPartner(service);

  expect((await service.get('/me', { token: key })).status).toBe(401);
});
