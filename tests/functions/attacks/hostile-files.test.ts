/**
 * Attack: small files that make a decoder use much memory or time. Each file is uploaded and checked by a job
 * (infra/decisions/0025-document-check.md).
 */
import { expect, it } from 'vitest';
import { createPng, uniqueEmail } from '../../support/builders.ts';
import { clearOutput, readLogEvents } from '../../support/captured-log.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { HOSTILE_DOCUMENTS, HOSTILE_IMAGES } from '../../support/hostile-files.ts';
import { asOperator } from '../../support/operators.ts';
import { assertSuccess, startMarket } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { documentBody } from '../../support/testimony-builders.ts';

const toBlob = (content: Buffer) => new Blob([new Uint8Array(content)]);

/** Runs the jobs and meanwhile sends requests of another user. Returns the statuses of the responses. */
async function answerDuringJobs(service: Service): Promise<number[]> {
  const { token } = await service.registerClient();
  clearOutput();
  let isRunning = true;
  const jobs = service.runJobs().finally(() => {
    isRunning = false;
  });
  const statuses: number[] = [];
  while (isRunning) statuses.push((await service.get('/me', { token })).status);
  await jobs;
  return statuses;
}

/** Asserts that each file was inspected once, and that no job is open or dead. */
async function assertInspectedOnce({ deps }: Service, jobKind: string): Promise<void> {
  const inspections = readLogEvents('job.inspected').filter(line => line.jobKind === jobKind);
  expect(inspections).toMatchObject([{ attempt: 1 }]);
  expect(await deps.jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });
}

it.each(HOSTILE_IMAGES)(
  'the check of the hostile scan %s ends with a flag after one attempt',
  async (_, build, flag) => {
    const service = await startService();
    const scans = { verificationDocumentFront: toBlob(build()), verificationDocumentBack: createPng() };
    const { id } = await service.registerExpert(scans);

    expect(new Set(await answerDuringJobs(service))).toEqual(new Set([200]));

    await assertInspectedOnce(service, 'check-scans');
    const { data } = (await service.get(`/operator/experts/${id}/documents`, asOperator)).body;
    expect(data.front.check).toMatchObject({ decodes: null, flag });
    expect(data.back.check).toMatchObject({ flag: 'damaged' }); // the image of `createPng` cannot be decoded
  },
);

it.each(HOSTILE_DOCUMENTS)(
  'the check of a delivered document %s ends with a verdict after one attempt',
  async (_, build, documentCheck) => {
    const market = await startMarket();
    const { expert, testimony } = await market.createAssignedTestimony();
    await market.runJobs();
    assertSuccess(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody(toBlob(build()))));

    expect(new Set(await answerDuringJobs(market.service))).toEqual(new Set([200]));

    await assertInspectedOnce(market.service, 'check-document');
    expect(await expert.getTestimony(testimony.id)).toMatchObject({ documentCheck });
    expect(await listSubjects(expert.email)).toContain('Dokument posudku treba opraviť');
  },
);

const TOO_COMPLEX = { decodes: null, width: null, height: null, flag: 'too-complex' } as const;

it('scans that are too complex wait for the review of an operator, and nobody gets a mail', async () => {
  const service = await startService({}, () => ({ imageInspector: { inspect: async () => TOO_COMPLEX } }));
  const email = uniqueEmail();
  const { id, token } = await service.registerExpert({ email });
  await service.runJobs();

  const { data } = (await service.get('/me', { token })).body;
  expect(data).toMatchObject({ identityReview: 'pending', identityReviewReason: null });
  const documents = (await service.get(`/operator/experts/${id}/documents`, asOperator)).body.data;
  expect(documents).toMatchObject({ front: { check: TOO_COMPLEX }, back: { check: TOO_COMPLEX } });
  expect(await listSubjects(email)).toHaveLength(1); // only the mail that verifies the address
});

it('a document that is too complex holds the payout and may be corrected', async () => {
  const market = await startMarket({}, ({ documentInspector }) => ({
    documentInspector: {
      inspect: async content =>
        content.includes('complex') ? 'too-complex' : documentInspector.inspect(content),
    },
  }));
  const { expert, testimony } = await market.createAssignedTestimony();
  await market.verifyPaymentAccount(expert);
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

it('an inspection that cannot be started is retried and flags no file', async () => {
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
