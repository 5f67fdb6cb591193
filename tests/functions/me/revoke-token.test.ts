import { beforeEach, expect, it } from 'vitest';
import { uniqueEmail } from '../../support/builders.ts';
import { NOT_FOUND, UNAUTHORIZED } from '../../support/error-responses.ts';
import { type Service, startService } from '../../support/start-service.ts';

let service: Service;
let token: string;
let other: string;

beforeEach(async () => {
  service = await startService();
  const email = uniqueEmail();
  ({ token } = await service.registerClient({ email }));
  other = await service.signIn(email);
});

const readTokenId = (text: string) => text.split('|')[0] ?? '';
const revokeToken = async (id: string) => {
  const { status, body } = await service.delete(`/me/tokens/${id}`, { token });
  return { status, body };
};

it('a user can revoke another bearer token of the same account only once', async () => {
  expect(await revokeToken(readTokenId(other))).toEqual({ status: 204, body: undefined });

  expect(await service.get('/me', { token: other })).toMatchObject({ status: 401 });
  expect(await service.get('/me', { token })).toMatchObject({ status: 200 });
  expect(await revokeToken(readTokenId(other))).toEqual(NOT_FOUND);
});

it('a user can revoke the bearer token of the request', async () => {
  expect(await revokeToken(readTokenId(token))).toMatchObject({ status: 204 });

  expect(await service.get('/me', { token })).toMatchObject({ status: 401 });
  expect(await service.get('/me', { token: other })).toMatchObject({ status: 200 });
});

it('a user cannot revoke the bearer token of another user', async () => {
  const stranger = await service.registerClient();

  expect(await revokeToken(readTokenId(stranger.token))).toEqual(UNAUTHORIZED);
  expect(await service.get('/me', { token: stranger.token })).toMatchObject({ status: 200 });
});

it.each([
  ['malformed', () => 'x'],
  ['half of a token id', () => readTokenId(other).split('_')[1] ?? ''],
  ['the id of a token that does not exist', () => readTokenId(other).replace(/.{12}$/, '000000000000')],
  ['a token instead of its id', () => encodeURIComponent(other)],
])('revoking a bearer token returns 404 when the token id is %s', async (_, id) => {
  expect(await revokeToken(id())).toEqual(NOT_FOUND);
});
