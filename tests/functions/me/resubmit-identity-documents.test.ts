import { beforeEach, expect, inject, it } from 'vitest';
import { moveScans } from '../../../lib/domain/files/identity-documents.ts';
import type { Expert } from '../../../lib/domain/model/accounts/account.ts';
import type { TaskOf } from '../../../lib/domain/model/jobs/job.ts';
import { createJpeg, createPng, scansBody } from '../../support/builders.ts';
import { isDynamoOperation, startFaultProxy, TRANSACTION_CONFLICT } from '../../support/fake-server.ts';
import { countItems, listObjectKeys } from '../../support/inspect-store.ts';
import { asOperator, submitIdentityReview } from '../../support/operators.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/me/identity-documents';

let service: Service;
let token: string;
let id: string;

beforeEach(async () => {
  service = await startService();
  ({ token, id } = await service.registerExpert());
  await service.runJobs();
});

const listIncomingKeys = async () =>
  (await listObjectKeys(service.deps)).filter(key => key.startsWith('incoming/'));

it('resubmitted identity documents replace both scans and set the identity review to pending', async () => {
  const path = `/operator/experts/${id}`;
  await submitIdentityReview(service, id, { decision: 'rejected', reason: 'Nečitateľné.' });
  const before = (await service.get('/me', { token })).body.data;
  const [front, back] = [createPng(5000), createJpeg(6000)];

  const form = scansBody({ verificationDocumentFront: front, verificationDocumentBack: back });
  const { status, body } = await service.put(PATH, form, { token });

  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: {
        ...before,
        identityReview: 'pending',
        identityReviewReason: null,
        identityDocumentsReceivedAt: expect.any(String),
      },
    },
  });
  expect(body.data.identityDocumentsReceivedAt > before.identityDocumentsReceivedAt).toBe(true);
  await service.runJobs();
  expect(await listIncomingKeys()).toEqual([]);
  const links = (await service.get(`${path}/documents`, asOperator)).body.data;
  const shown = await Promise.all(
    [links.front, links.back].map(async ({ url }) => (await fetch(url)).blob()),
  );
  expect(shown.map(({ size }) => size)).toEqual([5000, 6000]);
});

it('resubmitted identity documents do not change the approval of the expert', async () => {
  await service.put(`/operator/experts/${id}/approval`, { approved: true }, asOperator);

  expect((await service.put(PATH, scansBody(), { token })).body.data).toMatchObject({ approved: true });
});

it.each<[string, () => FormData, Record<string, string[]>]>([
  [
    'a form with only one side of the identity document',
    () => scansBody({ verificationDocumentBack: undefined }),
    { verificationDocumentBack: ['Nahrajte zadnú stranu dokladu totožnosti.'] },
  ],
])('a resubmission of identity documents with %s returns 422 and stores nothing', async (_, form, errors) => {
  const before = await listObjectKeys(service.deps);

  const { status, body } = await service.put(PATH, form(), { token });

  expect([status, body.errors]).toEqual([422, errors]);
  expect(await listObjectKeys(service.deps)).toEqual(before);
});

it('only the identity scans of one of two concurrent resubmissions are kept', async () => {
  const responses = await Promise.all([1, 2].map(() => service.put(PATH, scansBody(), { token })));
  await service.runJobs();

  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const { scans } = (await service.deps.accounts.find(id)) as Expert;
  expect(await listObjectKeys(service.deps)).toEqual(expect.arrayContaining([scans.front, scans.back]));
});

it('replaced identity scans are deleted even when the job that moves them runs last', async () => {
  const late = await startService();
  const expert = await late.registerExpert();
  const jobs = await late.deps.jobs.listDue();
  await late.put(PATH, scansBody(), { token: expert.token });
  const ids = jobs.map(({ id }) => id);
  const later = (await late.deps.jobs.listDue()).filter(({ id }) => !ids.includes(id));

  await late.streamJobs(later);
  await late.streamJobs(jobs);

  const { scans } = (await late.deps.accounts.find(expert.id)) as Expert;
  expect(jobs.length).toBeGreaterThan(0);
  expect(await listObjectKeys(late.deps)).toEqual([scans.back, scans.front].sort());
  expect((await late.get('/operator/jobs', asOperator)).body.data).toEqual([]);
});

it('a repeated job that moves replaced identity scans does nothing', async () => {
  const late = await startService();
  const expert = await late.registerExpert();
  const jobs = await late.deps.jobs.listDue();
  await late.put(PATH, scansBody(), { token: expert.token });
  await late.runJobs();
  const again = jobs.find(({ task }) => task.kind === 'keep-scans')?.task as TaskOf<'keep-scans'>;

  await moveScans(again, 'again', late.deps);

  const { scans } = (await late.deps.accounts.find(expert.id)) as Expert;
  expect(await listObjectKeys(late.deps)).toEqual([scans.back, scans.front].sort());
});

it('a resubmission of identity documents whose transaction always conflicts returns 503 and stores nothing', async () => {
  let closed = false;
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    closed && isDynamoOperation('TransactWriteItems', call) ? TRANSACTION_CONFLICT : undefined,
  );
  const busy = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const expert = await busy.registerExpert();
  await busy.runJobs();
  const [objects, census] = [await listObjectKeys(busy.deps), await countItems(busy.deps)];
  closed = true;

  expect(await busy.put(PATH, scansBody(), { token: expert.token })).toMatchObject({ status: 503 });

  expect(await listObjectKeys(busy.deps)).toEqual(objects);
  expect(await countItems(busy.deps)).toEqual(census);
});
