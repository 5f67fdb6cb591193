/**
 * Tests of the replay of single entries of the journal after a restore of the table
 * (infra/docs/restore.md#the-journal).
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { openBucket } from '../../../lib/platform/aws/files/bucket.ts';
import { s3Journal } from '../../../lib/platform/aws/files/journal.ts';
import { PASSWORD } from '../../support/builders.ts';
import { withIdempotencyKey } from '../../support/create-request.ts';
import { ACCESS_DENIED, startFakeServer, startFaultProxy } from '../../support/fake-server.ts';
import { listItems, listObjectKeys } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { switchOn } from '../../support/second-factor.ts';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';
import { backUp, listOrphans, replay, restore } from './restored-table.ts';

const listJournal = async ({ service }: Market) => {
  const entries = [];
  for await (const entry of service.deps.journal.list('')) entries.push(entry);
  return entries;
};

async function reviewIdentity({ service }: Market, { id }: { id: string }, decision: string) {
  const { revision } = (await service.get(`/operator/experts/${id}`, asOperator)).body.data;
  const body = { decision, revision, reason: 'Dôvod.' };
  assertSuccess(await service.put(`/operator/experts/${id}/identity-review`, body, asOperator));
}

const setApproval = async ({ service }: Market, { id }: { id: string }, approved: boolean) =>
  assertSuccess(
    await service.put(`/operator/experts/${id}/approval`, { approved, reason: 'Dôvod.' }, asOperator),
  );

it('the journal contains an entry for each decision of an operator and contains only ids', async () => {
  const market = await startMarket();
  const expert = await market.createExpert();
  await market.runJobs();
  await setApproval(market, expert, false);
  await reviewIdentity(market, expert, 'accepted');
  const close = { currentPassword: PASSWORD };
  await market.service.sendWithMethod('DELETE', '/me', close, { token: expert.token });

  await market.runJobs();

  const common = { id: expect.any(String), userId: expert.id, at: expect.any(String) };
  expect(await listJournal(market)).toEqual([
    { ...common, what: 'revoked' },
    { ...common, what: 'identity accepted', revision: expect.stringMatching(/^[0-9a-f]{32}$/) },
    { ...common, what: 'account closed', role: 'expert' },
  ]);
  const keys = (await listObjectKeys(market.service.deps)).filter(key => key.startsWith('journal/'));
  for (const key of keys) expect(key).toMatch(/^journal\/\d{4}-\d\d-\d\dT[\d:.]+Z-[0-9a-f-]{36}\.json$/);
});

it('a journal entry that exists already is kept without an error', async () => {
  const exists = '<Error><Code>PreconditionFailed</Code></Error>';
  const { url, calls } = await startFakeServer(() => ({
    status: 412,
    headers: { 'content-type': 'application/xml' },
    body: exists,
  }));
  const bucket = openBucket({ BUCKET_NAME: 'any', AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_S3: url });

  await s3Journal(bucket).record({ id: '1', userId: '2', what: 'revoked', at: '2026-11-01T00:00:00.000Z' });

  expect(calls.map(({ method, headers }) => [method, headers['if-none-match']])).toEqual([['PUT', '*']]);
});

it('a journal entry is written later when the bucket rejects it at first', async () => {
  let isDenied = true;
  const proxy = await startFaultProxy(inject('emulators').s3, ({ path }) =>
    isDenied && path.includes('/journal/') ? ACCESS_DENIED : undefined,
  );
  const market = await startMarket({ AWS_ENDPOINT_URL_S3: proxy.url });
  const expert = await market.createExpert();
  await setApproval(market, expert, false);
  await market.runJobs();
  expect(await listJournal(market)).toEqual([]);

  isDenied = false;
  market.service.deps.clock.advance(60_000);
  await market.runJobs();

  expect(await listJournal(market)).toMatchObject([{ what: 'revoked', userId: expert.id }]);
});

it('a dry run of the replay prints its changes but writes nothing', async () => {
  const market = await startMarket();
  const expert = await market.createExpert();
  const backup = await backUp(market);
  await setApproval(market, expert, false);
  await market.runJobs();
  const restored = await restore(market, backup);
  const before = await listItems(restored.service.deps);

  const { lines } = await replay(restored, backup.at, true);

  expect(lines.at(-1)).toBe('To apply: 1. Contained already: 0. For an operator: 0.');
  expect(await listItems(restored.service.deps)).toEqual(before);
});

it('the replay applies a decision that was made just before the backup but is missing in the backup', async () => {
  const market = await startMarket();
  const { id } = await market.createExpert();
  const backup = await backUp(market);
  const at = new Date(Date.parse(backup.at) - 2000).toISOString();
  const entryId = '01a1fddd-ff47-7274-a9b4-e43d50a27f12';
  await market.service.deps.journal.record({ id: entryId, userId: id, what: 'account closed', at });
  const restored = await restore(market, backup);

  const { lines } = await replay(restored, backup.at);

  expect(lines.at(-1)).toBe('Applied: 1. Contained already: 0. For an operator: 0.');
  expect(await restored.service.deps.accounts.find(id)).toBeUndefined();
});

it('the replay applies decisions in their order and keeps decisions that are newer than the entry', async () => {
  const market = await startMarket();
  const [twice, anew] = await Promise.all([market.createExpert(), market.createExpert()]);
  const backup = await backUp(market);
  await setApproval(market, twice, false);
  await setApproval(market, twice, true);
  await setApproval(market, anew, false);
  await market.runJobs();
  const restored = await restore(market, backup);
  await setApproval(restored, anew, true);

  const { lines } = await replay(restored, backup.at);

  expect(lines.at(-1)).toBe('Applied: 2. Contained already: 1. For an operator: 0.');
  for (const { id } of [twice, anew])
    expect(await restored.service.deps.accounts.find(id)).toMatchObject({ approval: { revoked: false } });
});

const removeFactor = async ({ service }: Market, { token }: { token: string }, code: string) =>
  expect(
    await service.sendWithMethod(
      'DELETE',
      '/me/second-factor',
      { currentPassword: PASSWORD, code },
      { token },
    ),
  ).toMatchObject({ status: 204 });

it.each(['owner', 'operator'])(
  'the replay removes a second factor that the %s has removed since, and not one that is switched on later',
  async who => {
    const market = await startMarket();
    const client = await market.createClient();
    const { showCode } = await switchOn(market.service, client.token);
    const backup = await backUp(market);
    if (who === 'owner') await removeFactor(market, client, showCode());
    else
      assertSuccess(
        await market.service.post(
          `/operator/users/${client.id}/remove-second-factor`,
          { reason: 'Stratený telefón.' },
          { ...asOperator, ...withIdempotencyKey() },
        ),
      );
    await market.runJobs();
    const restored = await restore(market, backup);
    const hasFactor = async () =>
      (await restored.service.get('/me', { token: client.token })).body.data.secondFactor;
    expect(await hasFactor()).toBe(true);

    expect((await replay(restored, backup.at)).lines.at(-1)).toMatch('Applied: 1.');

    expect(await hasFactor()).toBe(false);
    await restored.service.signIn(client.email);
    await switchOn(restored.service, client.token);
    expect((await replay(restored, backup.at)).lines.at(-1)).toMatch('Applied: 0.');
    expect(await hasFactor()).toBe(true);
  },
);

it('the replay keeps a second factor that was switched on again just before the backup', async () => {
  const market = await startMarket();
  const client = await market.createClient();
  const { showCode } = await switchOn(market.service, client.token);
  await removeFactor(market, client, showCode());
  await switchOn(market.service, client.token);
  await market.runJobs();
  const backup = await backUp(market);
  const restored = await restore(market, backup);

  await replay(restored, backup.at);

  const { body } = await restored.service.get('/me', { token: client.token });
  expect(body.data.secondFactor).toBe(true);
});

it('the replay repeats every rejection but only acceptances of unchanged identity data', async () => {
  const market = await startMarket();
  const [accepted, rejected] = await Promise.all([market.createExpert(), market.createExpert()]);
  const backup = await backUp(market);
  for (const [at, expert] of [accepted, rejected].entries()) {
    const changed = { lastName: `Nováková${at ? 'X' : 'Y'}`, currentPassword: PASSWORD };
    assertSuccess(await market.service.put('/me', changed, { token: expert.token }));
    await reviewIdentity(market, expert, at ? 'rejected' : 'accepted');
  }
  await market.runJobs();
  const restored = await restore(market, backup);

  const { lines, isDone } = await replay(restored, backup.at);

  expect(isDone).toBe(false);
  expect(lines.at(0)).toContain(`${accepted.id}  for operator  review the identity again`);
  const { deps } = restored.service;
  expect(await deps.accounts.find(rejected.id)).toMatchObject({ identityReview: 'rejected' });
  expect(await deps.accounts.find(accepted.id)).toMatchObject({ acceptedNames: [expect.anything()] });
});

it('the replay leaves an account open while the user has an accepted testimony in the restored table', async () => {
  const market = await startMarket();
  const { expert, testimony } = await market.createAssignedTestimony();
  await market.runJobs();
  const backup = await backUp(market);
  await market.service.post(
    `/operator/testimonies/${testimony.id}/cancel`,
    { reason: 'Dohoda.' },
    asOperator,
  );
  await market.runJobs();
  const close = { currentPassword: PASSWORD };
  const closing = await market.service.sendWithMethod('DELETE', '/me', close, { token: expert.token });
  expect(closing).toMatchObject({ status: 204 });
  await market.runJobs();
  const restored = await restore(market, backup);

  const first = await replay(restored, backup.at);

  expect(first).toMatchObject({
    isDone: false,
    lines: [expect.stringContaining(testimony.id), expect.anything()],
  });
  expect(await restored.service.deps.accounts.find(expert.id)).toBeDefined();
  const cancel = `/operator/testimonies/${testimony.id}/cancel`;
  assertSuccess(await restored.service.post(cancel, { reason: 'Dohoda.' }, asOperator));
  await restored.runJobs();
  // The backup does not contain the order of the refund, so an operator must decide again who bears the refund.
  const decision = { kind: 'borne-by-expert', amount: 225, reference: 'VS 1', reason: 'Zrušené.' };
  assertSuccess(
    await restored.service.post(`/operator/testimonies/${testimony.id}/settle`, decision, asOperator),
  );
  expect(await replay(restored, backup.at)).toMatchObject({ isDone: true });
  expect(await restored.service.deps.accounts.find(expert.id)).toBeUndefined();
});

it('the orphan list is empty when the table and the bucket match, even with files under incoming/', async () => {
  const market = await startMarket();
  const { expert, testimony } = await market.createAssignedTestimony();
  const form = new FormData();
  form.append('document', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'x.pdf');
  await expert.post(`/testimonies/${testimony.id}/complete`, form);
  market.service.deps.clock.advance(2 * 3600_000);

  expect(await listOrphans(market)).toMatchObject({ isDone: true });
  await market.runJobs();
  market.service.deps.clock.advance(2 * 3600_000);
  expect(await listOrphans(market)).toEqual({
    isDone: true,
    lines: ['3 objects, 0 without an owner. 3 owned files, 0 without an object.'],
  });
});

it('the orphan list contains records without an object at once and objects without a record after an hour', async () => {
  const market = await startMarket();
  const { id } = await market.createExpert();
  await market.runJobs();
  const keys = (await listObjectKeys(market.service.deps)).filter(key => key.includes(id));
  const received = { key: `identity-documents/${id}/other`, etag: '', type: '' };
  await market.service.deps.objects.erase([String(keys[0])]);
  const scan = { content: Buffer.from('x'), type: 'image/png' };
  const [stored] = await market.service.deps.identityScans.receive([scan, scan]);
  await market.service.deps.identityScans.moveToPermanent({ from: stored, to: received.key });

  expect((await listOrphans(market)).lines.slice(0, -1)).toEqual([`no object  ${keys[0]}`]);
  market.service.deps.clock.advance(2 * 3600_000);
  expect((await listOrphans(market)).lines.slice(0, -1)).toEqual([
    `no owner   ${received.key}`,
    `no object  ${keys[0]}`,
  ]);
});

it('the clean-up of orphans erases no scan when the bucket belongs to a different table', async () => {
  const market = await startMarket();
  await market.createExpert();
  await market.runJobs();
  const before = await listObjectKeys(market.service.deps);
  const other = await restore(market, { at: '', items: [] });
  other.service.deps.clock.advance(2 * 3600_000);

  await expect(listOrphans(other, true)).rejects.toThrow('Nothing was erased');

  expect(await listObjectKeys(market.service.deps)).toEqual(before);
});

it.each(['2026-01-31', '2026-01-31T11:59:00', '2026-13-31T11:59:00Z'])(
  'npm run restore rejects %s as a moment, because it is not a time in UTC',
  async from => {
    const target = ['--table', 'none', '--bucket', 'none', 'replay', '--from', from];
    const run = promisify(execFile)(process.execPath, ['infra/restore/main.ts', ...target]);

    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('A time looks like') });
  },
);
