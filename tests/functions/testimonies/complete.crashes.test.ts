/**
 * Tests of crashes during a delivery: before its commit, before the document is copied to its permanent key, and after
 * the copy (infra/docs/data.md#the-bucket).
 */
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { MINUTE } from '../../../lib/durations.ts';
import { createS3Client } from '../../../lib/platform/aws/clients.ts';
import { startFakeServer, startFaultProxy } from '../../support/fake-server.ts';
import { listItems, listObjectKeys } from '../../support/inspect-store.ts';
import { buildPdf } from '../../support/pdf-files.ts';
import { type Market, type MarketExpert, startMarket } from '../../support/start-market.ts';
import type { TestDependencies } from '../../support/test-dependencies.ts';
import { documentBody } from '../../support/testimony-builders.ts';

const CONTENT = buildPdf();
const RECEIVED = /^incoming\/testimony-document\/[0-9a-f]{32}$/;

const complete = (expert: MarketExpert, id: string) =>
  expert.post(`/testimonies/${id}/complete`, documentBody(new Blob([new Uint8Array(Buffer.from(CONTENT))])));

const listKeys = async ({ service }: Market) =>
  (await listObjectKeys(service.deps)).filter(key => !key.includes('identity-document'));

async function download(market: Market, token: string, id: string) {
  const { body } = await market.service.get(`/testimonies/${id}/download`, { token });
  return Buffer.from(await (await fetch(body.data.url)).arrayBuffer());
}

/** Calls `commitOnce` in place of the first commit of a delivery. All other commits are unchanged. */
const replaceCompletion =
  (commitOnce: (commit: () => Promise<unknown>) => Promise<never>) =>
  ({ unitOfWork }: TestDependencies): Partial<TestDependencies> => {
    let isOpen = true;
    return {
      unitOfWork: {
        ...unitOfWork,
        commit: async (changes, record) => {
          const isCompletion = changes.some(
            change => change.kind === 'job-added' && change.job.task.kind === 'keep-document',
          );
          if (!isCompletion || !isOpen) return unitOfWork.commit(changes, record);
          isOpen = false;
          return commitOnce(() => unitOfWork.commit(changes, record));
        },
      },
    };
  };

it('a delivery can be repeated after a crash before its commit, which leaves only a temporary file', async () => {
  const market = await startMarket(
    {},
    replaceCompletion(() => Promise.reject(new Error('killed'))),
  );
  const { client, expert, testimony } = await market.createAssignedTestimony();
  await market.runJobs();

  expect(await complete(expert, testimony.id)).toMatchObject({ status: 500 });
  expect(await listKeys(market)).toEqual([expect.stringMatching(RECEIVED)]);

  expect(await complete(expert, testimony.id)).toMatchObject({ status: 200 });
  await market.runJobs();
  expect(await download(market, client.token, testimony.id)).toEqual(Buffer.from(CONTENT));
  expect((await listKeys(market)).filter(key => key.startsWith('testimonies/'))).toHaveLength(1);
});

it('a crash after the commit of a delivery does not lose the document', async () => {
  const market = await startMarket(
    {},
    replaceCompletion(async commit => {
      await commit();
      throw new Error('killed');
    }),
  );
  const { client, expert, testimony } = await market.createAssignedTestimony();
  await market.runJobs();

  expect(await complete(expert, testimony.id)).toMatchObject({ status: 500 });
  expect(await download(market, client.token, testimony.id)).toEqual(Buffer.from(CONTENT));
  await market.runJobs();

  expect(await download(market, client.token, testimony.id)).toEqual(Buffer.from(CONTENT));
  expect(await client.getTestimony(testimony.id)).toMatchObject({ documentCheck: 'ok' });
});

it('a delivered document is copied only once when the process dies right after the copy', async () => {
  let isOpen = true;
  const market = await startMarket({}, ({ jobs }) => ({
    jobs: {
      ...jobs,
      complete: async job => {
        if (job.task.kind !== 'keep-document' || !isOpen) return jobs.complete(job);
        isOpen = false;
        throw new Error('killed');
      },
    },
  }));
  const { client, expert, testimony } = await market.createAssignedTestimony();
  await market.runJobs();
  await complete(expert, testimony.id);

  await expect(market.service.sweep()).rejects.toThrow('killed');
  market.service.deps.clock.advance(2 * MINUTE);
  await market.runJobs();

  expect((await listKeys(market)).filter(key => key.startsWith('testimonies/'))).toHaveLength(1);
  expect(await download(market, client.token, testimony.id)).toEqual(Buffer.from(CONTENT));
  const checks = (await listItems(market.service.deps, 'JOB#')).filter(
    ({ task }) => task.kind === 'check-document',
  );
  expect(checks).toHaveLength(1);
  expect(await market.service.deps.jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });
});

describe('copy of a delivered document to its permanent key', () => {
  let market: Market;
  beforeAll(async () => {
    market = await startMarket();
  });

  it('a delivered document can be downloaded before and after it is copied to its permanent key', async () => {
    const { client, expert, testimony } = await market.createAssignedTestimony();
    await market.runJobs();
    await complete(expert, testimony.id);

    expect(await listKeys(market)).toContainEqual(expect.stringMatching(RECEIVED));
    for (const { token } of [client, expert])
      expect(await download(market, token, testimony.id)).toEqual(Buffer.from(CONTENT));
    const early = (await client.get(`/testimonies/${testimony.id}/download`)).body.data.url;
    await market.runJobs();

    expect(new URL(early).pathname).toContain('/incoming/');
    expect((await fetch(early)).status).toBe(200);
    const late = (await client.get(`/testimonies/${testimony.id}/download`)).body.data.url;
    expect(new URL(late).pathname).toContain(`/testimonies/${testimony.id}/`);
    expect((await fetch(late)).headers.get('content-disposition')).toContain('znalecky-posudok-');
  });

  it('a delivered document can be downloaded after its temporary file has expired', async () => {
    const { client, expert, testimony } = await market.createAssignedTestimony();
    await complete(expert, testimony.id);
    await market.runJobs();
    const s3 = createS3Client(market.service.deps.environment);
    for (const Key of await listKeys(market)) {
      if (!RECEIVED.test(Key)) continue;
      await s3.send(new DeleteObjectCommand({ Bucket: market.service.deps.environment.BUCKET_NAME, Key }));
    }

    expect(await download(market, client.token, testimony.id)).toEqual(Buffer.from(CONTENT));
  });

  it('a delivered document that disappears before it is copied leaves a dead job', async () => {
    const own = await startMarket();
    const { expert, testimony } = await own.createAssignedTestimony();
    await own.runJobs();
    await complete(expert, testimony.id);
    await own.service.deps.documents.discard(await listKeys(own));

    await own.runJobs();

    expect(await own.service.deps.jobs.health()).toMatchObject({ dead: 1 });
  });
});

it('a delivery returns 503 and completes nothing when S3 confirms the upload without an ETag', async () => {
  const proxy = await startFaultProxy(inject('emulators').s3, ({ method, path }) =>
    method === 'PUT' && path.includes('testimony-document') ? { status: 200 } : undefined,
  );
  const market = await startMarket({ AWS_ENDPOINT_URL_S3: proxy.url });
  const { expert, testimony } = await market.createAssignedTestimony();

  expect(await complete(expert, testimony.id)).toMatchObject({ status: 503 });

  expect(await expert.getTestimony(testimony.id)).toMatchObject({ state: 'accepted' });
  const puts = proxy.calls.filter(({ method, path }) => method === 'PUT' && path.includes('testimony-'));
  expect(puts).toHaveLength(2);
});

it('a delivery succeeds when only the first response of S3 has no ETag', async () => {
  let faults = 0;
  const proxy = await startFaultProxy(inject('emulators').s3, ({ method, path }) =>
    method === 'PUT' && path.includes('testimony-document') && faults++ === 0 ? { status: 200 } : undefined,
  );
  const market = await startMarket({ AWS_ENDPOINT_URL_S3: proxy.url });
  const { client, expert, testimony } = await market.createAssignedTestimony();

  expect(await complete(expert, testimony.id)).toMatchObject({ status: 200 });
  await market.runJobs();

  expect(await download(market, client.token, testimony.id)).toEqual(Buffer.from(CONTENT));
});

it('a registration fails when S3 confirms the upload of the scans without an ETag', async () => {
  const { url } = await startFakeServer(() => ({ status: 200 }));
  const { service } = await startMarket({ AWS_ENDPOINT_URL_S3: url });

  await expect(service.registerExpert()).rejects.toThrow('nobody is signed in');
  expect(await listItems(service.deps, 'USER#')).toEqual([]);
});
