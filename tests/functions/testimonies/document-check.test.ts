/** Tests of the check of a delivered document (infra/docs/api/testimonies.md#check-of-the-document). */
import { beforeAll, expect, inject, it } from 'vitest';
import { recordVerdict } from '../../../lib/domain/testimonies/document-check.ts';
import { saveTestimony } from '../../support/commit-changes.ts';
import { startFaultProxy } from '../../support/fake-server.ts';
import { countSubject, listSubjects } from '../../support/find-mails.ts';
import { countItems, listItems } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { buildPdf } from '../../support/pdf-files.ts';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';
import { documentBody } from '../../support/testimony-builders.ts';

const SUBJECT = 'Dokument posudku treba opraviť';
const SCRIPTED = buildPdf({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>' });
const BROKEN = '%PDF-1.7\na finished testimony';

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});

/** Delivers a document without running the check. */
async function deliver(content: string | Buffer, on = market) {
  const sale = await on.createAssignedTestimony();
  await on.runJobs();
  const document = documentBody(new Blob([new Uint8Array(Buffer.from(content))]));
  const delivered = assertSuccess(
    await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, document),
  );
  return { ...sale, delivered };
}

const findTestimony = async (id: string, { service }: Market = market) => {
  const testimony = await service.deps.testimonies.find(id);
  if (!testimony?.document) throw new Error('the testimony has no document');
  return { ...testimony, document: testimony.document };
};

const readVerdict = async (id: string, on = market) => (await findTestimony(id, on)).documentCheck;

const listChecks = async ({ service }: Market) =>
  (await listItems(service.deps, 'JOB#')).filter(({ task }) => task.kind === 'check-document');

it('the result of a document check is shown to both parties and to operators', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const { id } = testimony;
  expect(await client.getTestimony(id)).toMatchObject({ documentCheck: null });
  assertSuccess(await client.acceptOffer(await client.payOffer(offer.id)));
  expect(await expert.getTestimony(id)).toMatchObject({ documentCheck: null });

  const completed = assertSuccess(await expert.post(`/testimonies/${id}/complete`, documentBody()));
  expect(completed).toMatchObject({ documentCheck: 'pending' });
  await market.runJobs();

  expect(await client.getTestimony(id)).toMatchObject({ documentCheck: 'ok' });
  expect(await expert.getTestimony(id)).toMatchObject({ documentCheck: 'ok' });
  expect((await market.service.get(`/operator/testimonies/${id}`, asOperator)).body.data).toMatchObject({
    documentCheck: 'ok',
  });
  expect(await listSubjects(expert.email)).not.toContain(SUBJECT);
});

it('the result of a document check is hidden from experts who are not assigned', async () => {
  const other = await market.createExpert();
  const { client, expert, testimony } = await market.createOfferedTestimony();
  const offer = await other.createOffer(testimony.id);
  assertSuccess(await client.acceptOffer(await client.payOffer(offer.id)));
  assertSuccess(await other.post(`/testimonies/${testimony.id}/complete`, documentBody()));

  expect(await expert.getTestimony(testimony.id)).toMatchObject({
    state: 'completed',
    documentCheck: null,
  });
});

it.each([
  ['unreadable', BROKEN],
  ['too-complex', buildPdf({ page: `/X/${'a'.repeat(1000)}` })],
  ['active-content', SCRIPTED],
])('only the expert gets a mail when a document does not pass its check (%s)', async (verdict, content) => {
  const { client, expert, testimony } = await deliver(content);

  await market.runJobs();

  expect(await client.getTestimony(testimony.id)).toMatchObject({
    state: 'completed',
    documentCheck: verdict,
    allowedActions: ['download', 'confirm', 'complain'],
  });
  expect(await countSubject(SUBJECT, expert.email)).toBe(1);
  expect(await listSubjects(client.email)).not.toContain(SUBJECT);
  expect(await market.service.deps.jobs.health()).toMatchObject({ dead: 0 });
});

it('a document check that runs a second time changes nothing', async () => {
  const { testimony } = await deliver(BROKEN);
  const { document } = await findTestimony(testimony.id);
  await market.runJobs();
  const before = await countItems(market.service.deps);

  const task = { kind: 'check-document', testimonyId: testimony.id, document } as const;
  await market.service.deps.jobs.add({
    id: 'again',
    task,
    attempts: 0,
    createdAt: new Date().toISOString(),
  });
  await market.runJobs();

  expect(await readVerdict(testimony.id)).toBe('unreadable');
  expect(await countItems(market.service.deps)).toEqual({ ...before, JOB: (before.JOB ?? 0) + 1 });
});

it('a verdict that only a scan can have is not recorded for a document, and the job becomes a dead job', async () => {
  const check = { decodes: true, width: 1000, height: 1000, flag: null };
  const own = await startMarket({}, ({ jobs }) => ({
    jobs: {
      ...jobs,
      setVerdict: job => jobs.setVerdict(job, { front: check, back: check }),
    },
  }));
  const { testimony } = await deliver(buildPdf(), own);

  await own.runJobs();

  expect(await readVerdict(testimony.id, own)).toBe('pending');
  expect((await own.service.get('/operator/jobs?state=dead', asOperator)).body.data).toMatchObject([
    { kind: 'check-document' },
  ]);
});

it('the check of an older document leaves the newer document unchecked', async () => {
  const { testimony } = await deliver(BROKEN);
  const before = await findTestimony(testimony.id);
  const newer = {
    ...before,
    document: `testimonies/${testimony.id}/newer.pdf`,
    version: before.version + 1,
  };
  await saveTestimony(market.service.deps, before, newer);

  await market.runJobs();

  expect(await readVerdict(testimony.id)).toBe('pending');
});

it('the result of a document check is not recorded when the document is replaced during the check', async () => {
  const racing = await startMarket({}, ({ clock, documentInspector, random, testimonies, unitOfWork }) => ({
    documentInspector: {
      async inspect(content) {
        const verdict = await documentInspector.inspect(content);
        const before = await testimonies.find(checkedId);
        if (before)
          await saveTestimony({ clock, random, unitOfWork }, before, {
            ...before,
            document: 'testimonies/newer.pdf',
            version: before.version + 1,
          });
        return verdict;
      },
    },
  }));
  let checkedId = '';
  const { expert, testimony } = await deliver(BROKEN, racing);
  checkedId = testimony.id;

  await racing.runJobs();

  expect(await findTestimony(testimony.id, racing)).toMatchObject({
    document: 'testimonies/newer.pdf',
    documentCheck: 'pending',
  });
  expect(await listSubjects(expert.email)).not.toContain(SUBJECT);
});

it('no mail about a defect is sent after a corrected document was delivered', async () => {
  const { expert, testimony } = await deliver(BROKEN);
  const { service } = market;
  const before = await findTestimony(testimony.id);
  const task = { kind: 'check-document', testimonyId: testimony.id, document: before.document } as const;
  await recordVerdict(task, 'unreadable', service.deps);
  const rejected = await findTestimony(testimony.id);
  const corrected = { ...rejected, documentCheck: 'pending', version: rejected.version + 1 } as const;
  await saveTestimony(service.deps, rejected, { ...corrected, document: 'testimonies/newer.pdf' });

  await market.runJobs();

  expect(await listSubjects(expert.email)).not.toContain(SUBJECT);
});

it('a document check is retried when the bucket does not respond', async () => {
  let isDown = true;
  const bucket = await startFaultProxy(inject('emulators').s3, ({ method, path }) =>
    isDown && method === 'GET' && path.includes('/testimonies/') ? { status: 503 } : undefined,
  );
  const failing = await startMarket({ AWS_ENDPOINT_URL_S3: bucket.url });
  const { testimony } = await deliver(buildPdf(), failing);

  await failing.runJobs();
  expect(await readVerdict(testimony.id, failing)).toBe('pending');
  isDown = false;
  failing.service.deps.clock.advance(60_000);
  await failing.runJobs();

  expect(await readVerdict(testimony.id, failing)).toBe('ok');
  expect(await failing.service.deps.jobs.health()).toMatchObject({ dead: 0 });
});

it('a document check is retried when its process cannot be started', async () => {
  let isBroken = true;
  const failing = await startMarket({}, ({ documentInspector }) => ({
    documentInspector: {
      inspect: content =>
        isBroken ? Promise.reject(new Error('no process')) : documentInspector.inspect(content),
    },
  }));
  const { testimony } = await deliver(buildPdf(), failing);

  await failing.runJobs();
  expect(await readVerdict(testimony.id, failing)).toBe('pending');
  isBroken = false;
  failing.service.deps.clock.advance(60_000);
  await failing.runJobs();

  expect(await readVerdict(testimony.id, failing)).toBe('ok');
});

it('the check of a missing document ends as a dead job without a result', async () => {
  const own = await startMarket({}, ({ documents }) => ({
    documents: {
      ...documents,
      async copyToPermanent(move, fileName) {
        await documents.copyToPermanent(move, fileName);
        await documents.discard([move.to]);
      },
    },
  }));
  const { testimony } = await deliver(buildPdf(), own);

  await own.runJobs();

  expect(await readVerdict(testimony.id, own)).toBe('pending');
  expect((await own.service.get('/operator/jobs?state=dead', asOperator)).body.data).toMatchObject([
    { kind: 'check-document' },
  ]);
});

it('a document is recorded as too complex when the function died in every attempt to check it', async () => {
  const dying = await startMarket({}, ({ jobs }) => ({
    jobs: {
      ...jobs,
      async claim(jobId) {
        const job = await jobs.claim(jobId);
        const isUnchecked = job?.task.kind === 'check-document' && !job.verdict;
        return isUnchecked ? { ...job, attempts: 11 } : job;
      },
      // The table has counted only one attempt, so the verdict is stored for this attempt.
      setVerdict: (job, verdict) => jobs.setVerdict({ ...job, attempts: 1 }, verdict),
    },
  }));
  const { testimony } = await deliver(buildPdf(), dying);

  await dying.runJobs();

  expect(await readVerdict(testimony.id, dying)).toBe('too-complex');
  expect(await listChecks(dying)).toMatchObject([{ doneAt: expect.any(String) }]);
  expect(await dying.service.deps.jobs.health()).toMatchObject({ dead: 0 });
});
