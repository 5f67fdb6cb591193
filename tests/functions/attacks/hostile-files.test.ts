/**
 * Attack: small files that make a decoder use much memory or time. Each takes the whole way: upload, job, verdict
 * (infra/decisions/0025-document-check.md).
 */
import { expect, it } from 'vitest';
import { createPng } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { HOSTILE_DOCUMENTS, HOSTILE_IMAGES } from '../../support/hostile-files.ts';
import { listItems } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { assertSuccess, startMarket } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { documentBody } from '../../support/testimony-builders.ts';

const toBlob = (content: Buffer) => new Blob([new Uint8Array(content)]);

/** Runs the jobs, and returns the statuses of the requests of another user that the service answers meanwhile. */
async function answerDuringJobs(service: Service): Promise<number[]> {
  const { token } = await service.registerClient();
  let isRunning = true;
  const jobs = service.runJobs().finally(() => {
    isRunning = false;
  });
  const statuses: number[] = [];
  while (isRunning) statuses.push((await service.get('/me', { token })).status);
  await jobs;
  return statuses;
}

/** Asserts that every check of files had its verdict after one attempt, and that no job is open or dead. */
async function assertCheckedOnce({ deps }: Service): Promise<void> {
  const checks = (await listItems(deps, 'JOB#')).filter(({ task }) =>
    ['check-document', 'check-scans'].includes(task.kind),
  );
  expect(checks.length).toBeGreaterThan(0);
  for (const { attempts, doneAt } of checks) expect([attempts, Boolean(doneAt)]).toEqual([1, true]);
  expect(await deps.jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });
}

it.each(HOSTILE_IMAGES)(
  'a registration with the scan %s ends with a flag after one attempt',
  async (_, build) => {
    const service = await startService();
    const scans = { verificationDocumentFront: toBlob(build()), verificationDocumentBack: createPng() };
    const { id } = await service.registerExpert(scans);

    expect(new Set(await answerDuringJobs(service))).toEqual(new Set([200]));

    await assertCheckedOnce(service);
    const { data } = (await service.get(`/operator/experts/${id}/documents`, asOperator)).body;
    expect(data.front.check).toMatchObject({
      decodes: expect.toBeOneOf([null, false]),
      flag: expect.toBeOneOf(['too-complex', 'too-large', 'damaged']),
    });
    expect(data.back.check).toMatchObject({ flag: 'damaged' }); // the builder's image has no data
  },
);

it.each(HOSTILE_DOCUMENTS)(
  'a delivered document %s ends with a verdict after one attempt',
  async (_, build) => {
    const market = await startMarket();
    const { expert, testimony } = await market.createAssignedTestimony();
    await market.runJobs();
    assertSuccess(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody(toBlob(build()))));

    expect(new Set(await answerDuringJobs(market.service))).toEqual(new Set([200]));

    await assertCheckedOnce(market.service);
    expect(await expert.getTestimony(testimony.id)).toMatchObject({
      documentCheck: expect.toBeOneOf(['too-complex', 'unreadable']),
    });
    expect(await listSubjects(expert.email)).toContain('Dokument posudku treba opraviť');
  },
);

const TOO_COMPLEX = { decodes: null, width: null, height: null, flag: 'too-complex' } as const;

it('scans that are too complex are rejected, and the expert is asked to send others', async () => {
  const service = await startService({}, () => ({ imageInspector: { inspect: async () => TOO_COMPLEX } }));
  const { id, token } = await service.registerExpert();
  await service.runJobs();

  const { data } = (await service.get('/me', { token })).body;
  expect(data).toMatchObject({
    identityReview: 'rejected',
    identityReviewReason:
      'Snímku dokladu totožnosti sa nepodarilo spracovať, lebo jej súbor je príliš zložitý. ' +
      'Odfoťte prosím doklad znova a pošlite nové snímky vo formáte JPEG alebo PNG.',
  });
  const documents = (await service.get(`/operator/experts/${id}/documents`, asOperator)).body.data;
  expect(documents).toMatchObject({ front: { check: TOO_COMPLEX }, back: { check: TOO_COMPLEX } });
});

it('scans that an operator has accepted before the check ends are not rejected by it', async () => {
  const service = await startService({}, () => ({ imageInspector: { inspect: async () => TOO_COMPLEX } }));
  const { id, token } = await service.registerExpert();
  await service.runJobs('check-scans');
  const { revision } = (await service.get(`/operator/experts/${id}`, asOperator)).body.data;
  const decision = { decision: 'accepted', reason: 'Overené osobne.', revision };
  assertSuccess(await service.put(`/operator/experts/${id}/identity-review`, decision, asOperator));

  await service.runJobs();

  expect((await service.get('/me', { token })).body.data.identityReview).toBe('accepted');
});

it('a document that is too complex holds the payout and may be corrected', async () => {
  const market = await startMarket({}, ({ documentInspector }) => ({
    documentInspector: {
      inspect: async content =>
        content.includes('complex') ? 'too-complex' : documentInspector.inspect(content),
    },
  }));
  const { expert, testimony } = await market.createAssignedTestimony();
  const complex = documentBody(new Blob(['%PDF-1.7 complex']));
  assertSuccess(await expert.post(`/testimonies/${testimony.id}/complete`, complex));
  await market.runJobs();

  expect(await expert.getTestimony(testimony.id)).toMatchObject({
    documentCheck: 'too-complex',
    payout: { status: 'held' },
  });

  assertSuccess(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody()));
  await market.runJobs();

  expect(await expert.getTestimony(testimony.id)).toMatchObject({ documentCheck: 'ok' });
});

it('an inspection that cannot be started is retried and brands no file', async () => {
  let isBroken = true;
  const service = await startService({}, ({ imageInspector }) => ({
    imageInspector: {
      inspect: content =>
        isBroken
          ? Promise.reject(new Error('the inspection did not start'))
          : imageInspector.inspect(content),
    },
  }));
  const { id } = await service.registerExpert();
  await service.runJobs();
  expect(readLogEvents('job.postponed')).toMatchObject([{ jobKind: 'check-scans', attempt: 1 }]);
  isBroken = false;
  service.deps.clock.advance(60_000);
  await service.runJobs();

  const { data } = (await service.get(`/operator/experts/${id}/documents`, asOperator)).body;
  expect(data.front.check).toMatchObject({ flag: 'damaged' });
});
