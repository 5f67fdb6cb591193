/** Tests of the retention period of accepted identity documents, set per stage (infra/docs/api/conventions.md). */
import { beforeEach, expect, it } from 'vitest';
import { computeRevision } from '../../../lib/domain/experts/identity-review.ts';
import type { Expert } from '../../../lib/domain/model/accounts/account.ts';
import { DAY, SECOND } from '../../../lib/durations.ts';
import { scansBody } from '../../support/builders.ts';
import { listObjectKeys } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { type Service, startService } from '../../support/start-service.ts';

const NONE = { status: 200, body: { data: { front: null, back: null } } };
const LINKS = { status: 200, body: { data: { front: { url: expect.any(String) }, back: {} } } };

let service: Service;
let token: string;
let path: string;

beforeEach(async () => {
  service = await startService({ SCANS_KEPT_DAYS: '5' });
  const expert = await service.registerExpert();
  token = expert.token;
  path = `/operator/experts/${expert.id}`;
  await service.runJobs();
});

async function acceptIdentity(): Promise<void> {
  const expert = (await service.deps.accounts.find(path.split('/')[3] ?? '')) as Expert;
  const form = { decision: 'accepted', revision: computeRevision(expert) };
  expect(await service.put(`${path}/identity-review`, form, asOperator)).toMatchObject({ status: 200 });
}

async function advanceAndRunJobs(milliseconds: number): Promise<void> {
  service.deps.clock.advance(milliseconds);
  await service.runJobs();
}

const getDocuments = () => service.get(`${path}/documents`, asOperator);

/** Lists the keys of all objects except those of the journal. */
const listScans = async () => (await listObjectKeys(service.deps)).filter(key => !key.startsWith('journal/'));

it('accepted identity documents are deleted when their retention period ends', async () => {
  await acceptIdentity();
  await advanceAndRunJobs(5 * DAY - 60 * SECOND);
  expect([await listScans(), await getDocuments()]).toMatchObject([{ length: 2 }, LINKS]);

  await advanceAndRunJobs(61 * SECOND);

  expect([await listScans(), await getDocuments()]).toMatchObject([[], NONE]);
});

it('a repeated acceptance restarts the retention period of identity documents', async () => {
  await acceptIdentity();
  await advanceAndRunJobs(3 * DAY);
  await acceptIdentity();

  await advanceAndRunJobs(3 * DAY);
  expect(await getDocuments()).toMatchObject(LINKS);

  await advanceAndRunJobs(3 * DAY);
  expect(await getDocuments()).toMatchObject(NONE);
});

it('accepted identity documents are kept while a new identity review is pending', async () => {
  await acceptIdentity();
  await service.put('/me', { lastName: 'Nová' }, { token });

  await advanceAndRunJobs(6 * DAY);

  expect(await getDocuments()).toMatchObject(LINKS);
});

it('new identity documents are kept when the retention period of the former ones ends', async () => {
  await acceptIdentity();
  await service.put('/me/identity-documents', scansBody(), { token });
  await service.runJobs();
  await acceptIdentity();

  await advanceAndRunJobs(4 * DAY);
  expect([await listScans(), await getDocuments()]).toMatchObject([{ length: 2 }, LINKS]);

  await advanceAndRunJobs(2 * DAY);
  expect(await getDocuments()).toMatchObject(NONE);
  await service.put('/me/identity-documents', scansBody(), { token });
  await service.runJobs();
  expect(await getDocuments()).toMatchObject(LINKS);
});

it('a retry deletes identity documents when the process died between the writes to bucket and table', async () => {
  const { commit } = service.deps.unitOfWork;
  await acceptIdentity();
  let faults = 0;
  service.deps.unitOfWork.commit = async (changes, record) => {
    if (changes.some(({ kind }) => kind === 'account-changed')) {
      faults++;
      throw new Error('the process died');
    }
    return commit(changes, record);
  };
  await advanceAndRunJobs(5 * DAY + SECOND);
  service.deps.unitOfWork.commit = commit;
  expect(faults).toBeGreaterThan(0);

  await advanceAndRunJobs(DAY);

  expect(await getDocuments()).toMatchObject(NONE);
});
