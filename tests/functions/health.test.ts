import { expect, it } from 'vitest';
import { UNREACHABLE_URL } from '../support/fake-server.ts';
import { startService } from '../support/start-service.ts';

it('GET /api/v1/health returns 200 even while DynamoDB is unreachable', async () => {
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: UNREACHABLE_URL });

  const { status, body } = await service.get('/health', { token: 'nonsense' });

  expect({ status, body }).toEqual({ status: 200, body: { data: { status: 'ok' } } });
});
