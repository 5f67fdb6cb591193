import { expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { startService } from '../../support/start-service.ts';

it('logout revokes the bearer token of the request but no other token', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { token } = await service.registerExpert({ email });
  const other = (await service.post('/auth/login', { email, password: PASSWORD })).body.data.token;

  const response = await service.post('/auth/logout', undefined, { token });

  expect(response).toMatchObject({ status: 204, body: undefined });
  expect(await service.get('/me', { token })).toMatchObject({ status: 401 });
  expect(await service.post('/auth/logout', undefined, { token })).toMatchObject({ status: 401 });
  expect(await service.get('/me', { token: other })).toMatchObject({ status: 200 });
});

it('logout ignores a malformed request body', async () => {
  const service = await startService();
  const { token } = await service.registerExpert();

  const response = await service.post('/auth/logout', Buffer.from('{not json'), { token });

  expect(response).toMatchObject({ status: 204 });
});
