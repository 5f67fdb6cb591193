import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { itemKey } from '../../../lib/platform/aws/table/keys.ts';
import { startService } from '../../support/start-service.ts';

it.each([
  ['jana@straße.de', 'jana@xn--strae-oqa.de'],
  ["o'brien/sk@znalci.sk", "o'brien/sk@znalci.sk"],
])(
  'GET /api/v1/me returns the valid e-mail address %s as its response schema describes it',
  async (email, stored) => {
    const service = await startService();
    const { token } = await service.registerClient({ email });

    expect((await service.get('/me', { token })).body.data).toMatchObject({ email: stored });
  },
);

it('GET /api/v1/me returns null for the time of identity documents that were stored without it', async () => {
  const service = await startService();
  const { id, token } = await service.registerExpert();
  const { client, name: TableName } = service.deps.table;
  const UpdateExpression = 'REMOVE scans.receivedAt';
  await client.send(new UpdateCommand({ TableName, Key: itemKey.user(id), UpdateExpression }));

  const { body } = await service.get('/me', { token });

  expect(body.data).toMatchObject({ identityReview: 'pending', identityDocumentsReceivedAt: null });
});
