/** Attack: somebody who reads the bucket finds identity scans that are no longer needed (infra/docs/data.md). */
import { expect, inject, it } from 'vitest';
import { computeRevision } from '../../../lib/domain/experts/identity-review.ts';
import type { Expert } from '../../../lib/domain/model/accounts/account.ts';
import { DAY, MINUTE } from '../../../lib/durations.ts';
import { scansBody } from '../../support/builders.ts';
import { startFaultProxy } from '../../support/fake-server.ts';
import { listObjectKeys } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { type Service, startService } from '../../support/start-service.ts';

async function registerExpert(service: Service) {
  const expert = await service.registerExpert();
  await service.runJobs();
  return expert;
}

async function review(service: Service, id: string, decision: 'accepted' | 'rejected') {
  const expert = (await service.deps.accounts.find(id)) as Expert;
  const form = { decision, reason: 'Nečitateľný doklad.', revision: computeRevision(expert) };
  expect(await service.put(`/operator/experts/${id}/identity-review`, form, asOperator)).toMatchObject({
    status: 200,
  });
}

/** Advances the clock, runs the jobs that are due, and counts the remaining scans. */
async function countScansAfter(service: Service, milliseconds: number): Promise<number> {
  service.deps.clock.advance(milliseconds);
  await service.runJobs();
  return (await listObjectKeys(service.deps)).filter(key => !key.startsWith('journal/')).length;
}

it('rejected identity scans are deleted 30 days after the rejection', async () => {
  const service = await startService();
  const { id } = await registerExpert(service);
  await review(service, id, 'rejected');

  expect(await countScansAfter(service, 30 * DAY - MINUTE)).toBe(2);
  expect(await countScansAfter(service, 2 * MINUTE)).toBe(0);
  expect(await service.get(`/operator/experts/${id}/documents`, asOperator)).toMatchObject({
    body: { data: { front: null, back: null } },
  });
});

it('identity scans that nobody reviews are deleted 180 days after the registration', async () => {
  const service = await startService();
  await registerExpert(service);

  expect(await countScansAfter(service, 180 * DAY - MINUTE)).toBe(2);
  expect(await countScansAfter(service, 2 * MINUTE)).toBe(0);
});

it('identity scans are deleted 180 days after a change of the name that nobody reviews', async () => {
  const service = await startService();
  const { id, token } = await registerExpert(service);
  await review(service, id, 'accepted');
  service.deps.clock.advance(80 * DAY);
  await service.put('/me', { lastName: 'Nová' }, { token });

  expect(await countScansAfter(service, 180 * DAY - MINUTE)).toBe(2);
  expect(await countScansAfter(service, 2 * MINUTE)).toBe(0);
});

it('the service does not start when a stage keeps identity scans longer than 180 days', async () => {
  await expect(startService({ SCANS_KEPT_DAYS: '181' })).rejects.toThrow(
    'SCANS_KEPT_DAYS must be a whole number from 1 to 180',
  );
});

it('repeated changes of the name do not prolong the retention of rejected identity scans', async () => {
  const service = await startService();
  const { id, token } = await registerExpert(service);
  await review(service, id, 'rejected');
  await service.put('/me', { lastName: 'Prvá' }, { token });
  const { keptUntil } = ((await service.deps.accounts.find(id)) as Expert).scans;

  service.deps.clock.advance(DAY);
  await service.put('/me', { lastName: 'Druhá' }, { token });

  expect(((await service.deps.accounts.find(id)) as Expert).scans.keptUntil).toBe(keptUntil);
});

it('replacing identity scans deletes every version of the former scans', async () => {
  const listVersions = (prefix: string) =>
    `<ListVersionsResult><IsTruncated>false</IsTruncated><Version><Key>${prefix}</Key>` +
    '<VersionId>old</VersionId></Version></ListVersionsResult>';
  const s3 = await startFaultProxy(inject('emulators').s3, ({ method, path }) => {
    const query = new URL(path, 'http://s3').searchParams;
    if (method === 'DELETE' && query.get('versionId') === 'old') return { status: 204 };
    if (!query.has('versions')) return undefined;
    return {
      status: 200,
      headers: { 'content-type': 'application/xml' },
      body: listVersions(query.get('prefix') ?? ''),
    };
  });
  const service = await startService({ AWS_ENDPOINT_URL_S3: s3.url });
  const { id, token } = await registerExpert(service);
  const { front, back } = ((await service.deps.accounts.find(id)) as Expert).scans;

  await service.put('/me/identity-documents', scansBody(), { token });
  await service.runJobs();

  const { scans } = (await service.deps.accounts.find(id)) as Expert;
  const erased = s3.calls
    .filter(({ method, path }) => method === 'DELETE' && path.includes('versionId=old'))
    .map(({ path }) => path.split('?')[0]?.split('/').slice(2).join('/'));
  expect(erased).toEqual(expect.arrayContaining([front, back, scans.received.front, scans.received.back]));
  expect(erased).not.toContain(scans.front);
  expect(await listObjectKeys(service.deps)).toEqual([scans.back, scans.front]);
});
