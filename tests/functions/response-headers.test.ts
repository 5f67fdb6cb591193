/** Tests of the headers of every response and of the error code in `x-error-code` (infra/docs/api/conventions.md). */
import { expect, it } from 'vitest';
import { uniqueEmail } from '../support/builders.ts';
import { startService } from '../support/start-service.ts';

const SECURITY_HEADERS = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
};

const service = await startService();

it('a successful response has no x-error-code header', async () => {
  const { headers } = await service.get('/health');

  expect(headers).toEqual({ ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8' });
});

it('a response without a body has no content-type header', async () => {
  const { status, headers } = await service.post('/auth/email/verify/resend', { email: uniqueEmail() });

  expect([status, headers]).toEqual([204, SECURITY_HEADERS]);
});
