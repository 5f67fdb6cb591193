/** Tests of the headers of every response and of the error code in `x-error-code` (infra/docs/api/conventions.md). */
import { expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../support/builders.ts';
import { startService } from '../support/start-service.ts';

const SECURITY_HEADERS = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
};

const service = await startService();
const { token } = await service.registerClient();

it('a successful response has no x-error-code header', async () => {
  const { headers } = await service.get('/health');

  expect(headers).toEqual({ ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8' });
});

it('a response without a body has no content-type header', async () => {
  const { status, headers } = await service.post('/auth/email/verify/resend', { email: uniqueEmail() });

  expect([status, headers]).toEqual([204, SECURITY_HEADERS]);
});

it.each<[string, () => Promise<{ headers: object }>, string]>([
  ['a request without a token', () => service.get('/me'), 'unauthenticated'],
  [
    'a login with wrong credentials',
    () => service.post('/auth/login', { email: uniqueEmail(), password: 'x' }),
    'wrong-credentials',
  ],
  ['a client on a route for experts', () => service.get('/testimonies/offerable', { token }), 'wrong-role'],
  [
    'a registration by a signed-in user',
    () => service.post('/auth/register/client', {}, { token }),
    'already-signed-in',
  ],
  ['a request for an unknown file', () => service.get('/docs/nothing'), 'not-found'],
  ['malformed JSON', () => service.post('/auth/login', Buffer.from('{'), JSON_TYPE), 'malformed-body'],
  [
    'an unsupported media type',
    () => service.post('/auth/login', Buffer.from('x')),
    'unsupported-media-type',
  ],
  ['an empty object', () => service.post('/auth/login', {}), 'invalid'],
  [
    'a malformed reset token',
    () =>
      service.post('/auth/password/reset', {
        ...{ email: uniqueEmail(), token: 'x' },
        ...{ password: PASSWORD, passwordConfirmation: PASSWORD },
      }),
    'reset-failed',
  ],
])('the response to %s has its error code in the x-error-code header', async (_, ask, code) => {
  expect((await ask()).headers).toMatchObject({ ...SECURITY_HEADERS, 'x-error-code': code });
});

const JSON_TYPE = { headers: { 'content-type': 'application/json' } };
