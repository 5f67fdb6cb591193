/** Tests of `npm run operator -- table check`, against the emulator of the local stack. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, inject, it, onTestFinished } from 'vitest';
import { itemKey } from '../../../lib/platform/aws/table/keys.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { listItems } from '../../support/inspect-store.ts';
import { startMarket } from '../../support/start-market.ts';
import { runOperator } from './run-operator.ts';

const ENVIRONMENT = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
};

const check = (table: string, endpoint = inject('emulators').dynamodb) =>
  runOperator(['table', 'check', '--table', table], { ...ENVIRONMENT, AWS_ENDPOINT_URL_DYNAMODB: endpoint });

it('table check lists invalid items with the fields at fault, and fails when there are any', async () => {
  const market = await startMarket();
  const { table } = market.service.deps;
  const { testimony, offer, expert } = await market.createAssignedTestimony();

  expect(await check(table.name)).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^All \d\d+ items fit their schemas.\n$/),
    stderr: '',
  });

  const [job] = await listItems(market.service.deps, 'JOB#');
  const offerKey = itemKey.offer(testimony.id, offer.id);
  for (const [Key, UpdateExpression, values] of [
    [itemKey.user(expert.id), 'REMOVE regions, scans.front', {}],
    [offerKey, 'SET price = :text', { ':text': 'a lot' }],
    [itemKey.job(job?.id), 'SET attempts = :text, gsi1pk = :dead', { ':text': 'none', ':dead': 'JOBS#dead' }],
  ] as const)
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...Key },
        UpdateExpression,
        ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      }),
    );
  const { code, stdout, stderr } = await check(table.name);

  expect(code).toBe(1);
  expect(stdout.trim().split('\n').sort()).toEqual(
    [
      `USER#${expert.id}  USER  regions, scans.front`,
      `JOB#${job?.id}  JOB  attempts`,
      `${offerKey.pk}  ${offerKey.sk}  price`,
    ].sort(),
  );
  expect(stderr).toMatch(/^3 of \d+ items are invalid\.\n$/);
});

it('table check reads in the region and with the profile of its options', async () => {
  const { url, calls } = await startFakeServer(() => ({ status: 400, body: '{"__type":"AccessDenied"}' }));
  const folder = mkdtempSync(join(tmpdir(), 'aws-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const credentials = join(folder, 'credentials');
  writeFileSync(
    credentials,
    '[operations]\naws_access_key_id = AKIDPROFILE\naws_secret_access_key = secret\n',
  );

  const options = ['--table', 'market', '--region', 'eu-west-1', '--profile', 'operations'];
  const { code } = await runOperator(['table', 'check', ...options], {
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_SHARED_CREDENTIALS_FILE: credentials,
  });

  expect(code).toBe(3);
  expect(calls[0]?.headers.authorization).toMatch(/ Credential=AKIDPROFILE\/\d+\/eu-west-1\/dynamodb\//);
});

it('table check fails with a reason when the table cannot be read', async () => {
  const { code, stderr } = await check('no-such-table');

  expect(code).toBe(3);
  expect(stderr).toMatch(/^Cannot read the table no-such-table: /);
});
