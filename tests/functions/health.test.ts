import { expect, it } from 'vitest';
import { UNREACHABLE_URL } from '../support/fake-server.ts';
import { startService } from '../support/start-service.ts';

it('GET /api/v1/health returns 200 even while DynamoDB is unreachable', async () => {
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: UNREACHABLE_URL });

  const { status, body } = await service.get('/health', { token: 'nonsense' });

  expect({ status, body }).toEqual({ status: 200, body: { data: { status: 'ok' } } });
});

it.each([
  ['/health', 200],
  ['/health?deep', 403],
])('HEAD /api/v1%s returns %i without a body', async (path, expected) => {
  const service = await startService();

  const { status, body, headers } = await service.send('HEAD', path);

  expect([status, body]).toEqual([expected, undefined]);
  expect(headers).toMatchObject({ 'x-request-id': expect.any(String), 'cache-control': 'no-store' });
});
