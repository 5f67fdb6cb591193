/**
 * Tests of damaged items in the table: lists and jobs continue without them
 * (infra/docs/data.md#records-that-do-not-fit).
 */
import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createJob } from '../../lib/domain/changes.ts';
import { createEntryKey } from '../../lib/domain/model/payments/ledger-entry.ts';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import type { Key } from '../../lib/platform/aws/table/table.ts';
import { PASSWORD } from '../support/builders.ts';
import { clearOutput, readLogEvents, readOutput } from '../support/captured-log.ts';
import { listItems } from '../support/inspect-store.ts';
import { listIds } from '../support/list-pages.ts';
import { asOperator } from '../support/operators.ts';
import { countDifferenceAlerts, findEntry, listDifferences, reconcile } from '../support/reconciliation.ts';
import { assertSuccess, type Market, startMarket } from '../support/start-market.ts';
import { createWebhookFor, deliverEvents, startReceiver } from '../support/webhook-receiver.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});
beforeEach(clearOutput);

const createVainTask = (testimonyId: string) => ({ kind: 'close-sessions', testimonyId }) as const;

/** Removes an attribute of an item. */
const damage = (key: Key, attribute: string) =>
  market.service.deps.table.client.send(
    new UpdateCommand({
      TableName: market.service.deps.table.name,
      Key: key,
      UpdateExpression: 'REMOVE #attribute',
      ExpressionAttributeNames: { '#attribute': attribute },
    }),
  );

const put = (Item: object) => {
  const { client, name: TableName } = market.service.deps.table;
  return client.send(new PutCommand({ TableName, Item: Item as Record<string, unknown> }));
};

const remove = (Key: Key) => {
  const { client, name: TableName } = market.service.deps.table;
  return client.send(new DeleteCommand({ TableName, Key: { ...Key } }));
};

/** Returns the kinds and keys of the invalid items that were logged. */
const listLogged = () => readLogEvents('table.item_invalid').map(({ detail }) => detail);

it('lists omit a damaged testimony and log it once for each request', async () => {
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  const [whole, damaged] = [await client.createTestimony(), await client.createTestimony()];
  await damage(itemKey.testimony(damaged.id), 'realEstate');

  const responses = [
    await expert.get('/testimonies/offerable'),
    await client.get('/testimonies'),
    await market.service.get(`/operator/testimonies?number=${damaged.id.slice(-8)}`, asOperator),
  ];

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(responses.map(({ body }) => listIds(body.data))).toEqual([[whole.id], [whole.id], []]);
  const line = `testimony TESTIMONY#${damaged.id} TESTIMONY`;
  expect(listLogged()).toEqual([line, line, line]);
  expect(readOutput()).toContain('"InvalidItems":1');
});

it('a request for a damaged testimony gets 500 and logs the names of the invalid fields', async () => {
  const client = await market.createClient();
  const { id } = await client.createTestimony();
  await damage(itemKey.testimony(id), 'realEstate');

  const { status, body, headers } = await client.get(`/testimonies/${id}`);

  expect([status, body]).toEqual([500, { message: 'Internal server error.' }]);
  expect(headers['x-error-code']).toBe('internal');
  expect(listLogged()).toEqual([`testimony TESTIMONY#${id} TESTIMONY`]);
  expect(readLogEvents('request.failed')).toMatchObject([
    { error: { message: 'The testimony has invalid fields: realEstate.' } },
  ]);
});

it('a page of offerable testimonies that contains only damaged ones has a link to the next page', async () => {
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  const older = await client.createTestimony();
  for (let count = 0; count < 4; count++) {
    const { id } = await client.createTestimony();
    await damage(itemKey.testimony(id), 'realEstate');
  }

  const found: string[] = [];
  let path: string | undefined = '/testimonies/offerable?limit=2';
  while (path) {
    const { body } = await expert.get(path);
    found.push(...listIds(body.data));
    const { next_cursor: next } = body.meta;
    path =
      next && !found.includes(older.id)
        ? `/testimonies/offerable?limit=2&cursor=${encodeURIComponent(next)}`
        : undefined;
  }

  expect(found[0]).toBe(older.id);
});

it.each([
  ['has no time of creation', { createdAt: undefined }],
  ['has no task', { task: undefined }],
  ['has a number of attempts that is not a number', { attempts: 'none' }],
])('the stream and the sweep run the other jobs when a job %s', async (_, change) => {
  const { deps } = market.service;
  const jobs = ['a', 'b', 'c'].map(name => createJob(createVainTask(name), deps));
  for (const job of jobs) await deps.jobs.add(job);
  const [damaged, streamed, swept] = jobs;
  if (!damaged || !streamed || !swept) throw new Error('three jobs');
  const key = itemKey.job(damaged.id);
  const [item] = await listItems(deps, key.pk);
  await put({ ...item, ...change });
  clearOutput();

  const { batchItemFailures } = await market.service.streamJobs([damaged, streamed]);
  await market.service.sweep();

  expect(batchItemFailures).toEqual([]);
  const stored = await listItems(deps, 'JOB#');
  const isDone = ({ id }: { id: string }) => stored.find(job => job.id === id)?.doneAt !== undefined;
  expect([damaged, streamed, swept].map(isDone)).toEqual([false, true, true]);
  expect(new Set(listLogged())).toEqual(new Set([`job ${key.pk} JOB`]));
  const dead = await market.service.get('/operator/jobs?state=late', asOperator);
  expect(dead.status).toBe(200);
  await remove(key);
});

it.each([
  ['without a time of creation', { createdAt: undefined }, 'close-sessions', 'createdAt'],
  ['without a task', { task: undefined }, 'unknown', 'task'],
  ['with a damaged number of attempts', { attempts: 'none' }, 'close-sessions', 'attempts'],
  ['without an id', { id: undefined }, 'close-sessions', 'id'],
  ['with a damaged failure', { failure: 'none' }, 'close-sessions', 'failure'],
])(
  'the sweep moves a due job %s to the dead jobs, where an operator dismisses it',
  async (_, change, kind, field) => {
    const { deps } = market.service;
    const job = createJob(createVainTask(randomUUID()), deps);
    await deps.jobs.add(job);
    const { pk } = itemKey.job(job.id);
    const [item] = await listItems(deps, pk);
    const damaged = { ...item, ...change };
    await put(damaged);

    await market.service.sweep();
    clearOutput();
    await market.service.sweep();

    expect(listLogged()).toEqual([]);
    const [dead] = await listItems(deps, pk);
    expect(dead).toEqual(
      JSON.parse(JSON.stringify({ ...damaged, gsi1pk: 'JOBS#dead', gsi1sk: dead?.gsi1sk })),
    );
    const error = `InvalidRecord: The job has invalid fields: ${field}.`;
    for (const query of ['state=dead', `id=${job.id}`]) {
      const { body } = await market.service.get(`/operator/jobs?${query}`, asOperator);
      expect(body.data).toMatchObject([
        { id: job.id, kind, state: 'dead', error, failedAt: expect.any(String) },
      ]);
    }
    const path = `/operator/jobs/${job.id}/dismiss`;
    const dismissed = await market.service.post(path, { reason: 'Poškodená.' }, asOperator);
    expect(dismissed).toMatchObject({ status: 200, body: { data: { id: job.id, state: 'dismissed' } } });
    const { body } = await market.service.get(`/operator/jobs?id=${job.id}`, asOperator);
    expect(body.data).toMatchObject([{ id: job.id, kind, state: 'dismissed' }]);
    await remove(itemKey.job(job.id));
  },
);

it('the erasure of an account leaves damaged jobs that are not due yet in the queue', async () => {
  const { deps } = market.service;
  const { token } = await market.createClient();
  const later = new Date(deps.clock.now().getTime() + 3600_000).toISOString();
  const job = createJob(createVainTask(randomUUID()), deps, later);
  await deps.jobs.add(job);
  const key = itemKey.job(job.id);
  await damage(key, 'createdAt');
  const [damaged] = await listItems(deps, key.pk);

  const proof = { currentPassword: PASSWORD };
  expect(await market.service.sendWithMethod('DELETE', '/me', proof, { token })).toMatchObject({
    status: 204,
  });
  await market.runJobs();

  expect(await listItems(deps, key.pk)).toEqual([damaged]);
  await remove(key);
});

it.each(['attempts', 'keyAttempt'])(
  'a retry of all dead jobs runs a job with a damaged attribute %s',
  async name => {
    const { deps } = market.service;
    const job = createJob(createVainTask(randomUUID()), deps);
    await deps.jobs.add(job);
    const [item] = await listItems(deps, itemKey.job(job.id).pk);
    await put({ ...item, [name]: 'none' });
    await market.service.sweep();

    const retry = { kind: job.task.kind };
    const { status } = await market.service.post('/operator/jobs/retry', retry, asOperator);
    await market.service.sweep();

    expect(status).toBe(200);
    expect(await deps.jobs.find(job.id)).toMatchObject({ attempts: 1, doneAt: expect.any(String) });
  },
);

it('the webhook sweep skips a damaged webhook delivery and sends the others', async () => {
  const owner = await market.createClient();
  const receiver = await startReceiver(() => ({ status: 200 }));
  await createWebhookFor(market, owner, receiver.url);
  await Promise.all([owner.createTestimony(), owner.createTestimony()]);
  const [damaged] = await listItems(market.service.deps, 'DELIVERY#');
  const key = itemKey.delivery(damaged?.id);
  await damage(key, 'event');

  await market.service.sweepWebhooks();

  expect(receiver.calls).toHaveLength(1);
  expect(new Set(listLogged())).toEqual(new Set([`webhook delivery ${key.pk} ${key.sk}`]));
  await remove(key);
});

it("a client's request succeeds when the webhook of its partner is damaged", async () => {
  const owner = await market.createClient();
  const receiver = await startReceiver(() => ({ status: 200 }));
  const partner = await createWebhookFor(market, owner, receiver.url);
  await damage(itemKey.webhook(partner.id), 'endpoint');

  await owner.createTestimony();
  await deliverEvents(market.service);

  expect(receiver.calls).toEqual([]);
  expect(listLogged()).toContain(`webhook WEBHOOK#${partner.id} WEBHOOK`);
  expect((await partner.get('/partner')).status).toBe(500);
});

it('the accounting omits a damaged ledger entry, and the reconciliation omits the whole testimony of the entry', async () => {
  market = await startMarket();
  const [damaged, whole] = [await market.createAssignedTestimony(), await market.createAssignedTestimony()];
  const entry = await findEntry(market, damaged.testimony, 'payment');
  const key = itemKey.money(entry.testimonyId, createEntryKey(entry));
  await damage(key, 'from');
  const before = countDifferenceAlerts();
  clearOutput();

  const month = entry.at.slice(0, 7);
  const { status, body } = await market.service.get(`/operator/accounting?month=${month}`, asOperator);
  await reconcile(market);

  expect(status).toBe(200);
  const listed = body.data.map(({ testimonyId }: { testimonyId: string }) => testimonyId);
  expect(listed).toContain(whole.testimony.id);
  expect(listLogged()).toContain(`ledger entry ${key.pk} ${key.sk}`);
  expect([await listDifferences(market), countDifferenceAlerts() - before]).toEqual([[], 0]);
  expect(readLogEvents('job.done').map(({ jobKind }) => jobKind)).toContain('reconcile');
  expect(readLogEvents('job.postponed')).toEqual([]);
});

it('a request of an operator gets 500 when a balance would lack a damaged ledger entry', async () => {
  market = await startMarket();
  const { testimony } = await market.createAssignedTestimony();
  const entry = await findEntry(market, testimony, 'payment');
  await damage(itemKey.money(entry.testimonyId, createEntryKey(entry)), 'amount');

  const { status } = await market.service.get(`/operator/testimonies/${testimony.id}`, asOperator);

  expect(status).toBe(500);
});

it('a list with the names of users omits a damaged account and shows all others', async () => {
  const { client, expert, testimony } = await market.createOfferedTestimony();
  const rival = await market.createExpert();
  const { id } = await rival.createOffer(testimony.id);
  await damage(itemKey.user(expert.id), 'regions');

  const { status, body } = await client.get(`/testimonies/${testimony.id}/offers`);

  expect(status).toBe(200);
  expect(listIds(body.data)).toContain(id);
  expect(listLogged()).toContain(`account USER#${expert.id} USER`);
  expect((await expert.get('/me')).status).toBe(500);
  assertSuccess(await rival.get('/me'));
});

it('a damaged offer is erased when its expert closes the account', async () => {
  const { expert, testimony, offer } = await market.createOfferedTestimony();
  const key = itemKey.offer(testimony.id, offer.id);
  await damage(key, 'price');

  const { deps, sendWithMethod } = market.service;
  const response = await sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, expert);
  await market.runJobs();

  expect(response.status).toBe(204);
  expect((await listItems(deps, key.pk)).filter(({ sk }) => sk === key.sk)).toEqual([]);
});
