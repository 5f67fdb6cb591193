import { beforeEach, describe, expect, it } from 'vitest';
import { scansBody, uniqueEmail } from '../../../support/builders.ts';
import { countMails, MAIL_SUBJECTS } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry, submitIdentityReview } from '../../../support/operators.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const NO_REVISION = { revision: ['Uveďte revíziu, ktorú ste posudzovali.'] };

let service: Service;
let email: string;
let token: string;
let id: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ token, id } = await service.registerExpert({ email }));
});

async function reviewIdentity(body: object) {
  const response = await submitIdentityReview(service, id, body);
  return { status: response.status, body: response.body };
}
const getRevision = async () => (await service.get(`/operator/experts/${id}`, asOperator)).body.data.revision;
const getProfile = async () => (await service.get('/me', { token })).body.data;
const getAuditTrail = async () => (await service.get(`/operator/experts/${id}`, asOperator)).body.data.audit;

it('an expert whose identity an operator accepts without a reason gets a mail', async () => {
  const { status, body } = await reviewIdentity({ decision: 'accepted' });

  expect({ status, body }).toEqual({ status: 200, body: { data: await getProfile() } });
  expect(body.data).toMatchObject({ identityReview: 'accepted', approved: false });
  await service.runJobs();
  expect(await countMails('identityAccepted', email)).toBe(1);
  expect(await getAuditTrail()).toEqual([expectedAuditEntry('identity accepted')]);
});

it('an expert whose identity is rejected gets the reason by mail and can upload new scans', async () => {
  const reason = 'Snímka je <b>rozmazaná</b>.';
  const rejected = { identityReview: 'rejected', identityReviewReason: reason };
  expect((await reviewIdentity({ decision: 'rejected', reason })).body.data).toMatchObject(rejected);
  expect(await getProfile()).toMatchObject(rejected);
  await service.runJobs();
  const [mail] = (await service.listMailsTo(email)).filter(
    ({ subject }) => subject === MAIL_SUBJECTS.identityRejected,
  );
  expect(mail?.body.text).toContain(reason);
  expect(mail?.body.html).not.toContain('<b>rozmazaná');

  const again = await service.put('/me/identity-documents', scansBody(), { token });

  expect(again.body.data).toMatchObject({ identityReview: 'pending', identityReviewReason: null });
  const accepted = { identityReview: 'accepted', identityReviewReason: null };
  expect((await reviewIdentity({ decision: 'accepted', reason })).body.data).toMatchObject(accepted);
  expect(await getAuditTrail()).toEqual([
    expectedAuditEntry('identity accepted', reason),
    expectedAuditEntry('identity rejected', reason),
  ]);
});

it('the reason for a rejection is cleared when the expert changes the name', async () => {
  await reviewIdentity({ decision: 'rejected', reason: 'Meno nesedí s dokladom.' });

  await service.put('/me', { lastName: 'Slávna' }, { token });

  expect(await getProfile()).toMatchObject({ identityReview: 'pending', identityReviewReason: null });
});

it('the expert is notified once when an operator makes the same decision twice', async () => {
  await reviewIdentity({ decision: 'accepted' });
  await reviewIdentity({ decision: 'accepted' });

  await service.runJobs();
  expect(await countMails('identityAccepted', email)).toBe(1);
  expect(await getAuditTrail()).toHaveLength(2);
});

it.each<[string, object, Record<string, string[]>]>([
  ['a body without fields', {}, { decision: ['Uveďte rozhodnutie.'] }],
  ['a rejection without a reason', { decision: 'rejected' }, { reason: ['Uveďte dôvod.'] }],
  ['a missing identity revision', { decision: 'accepted', revision: undefined }, NO_REVISION],
])('an invalid identity review is rejected with 422 (%s)', async (_, body, errors) => {
  expect(await reviewIdentity(body)).toEqual({
    status: 422,
    body: { message: Object.values(errors)[0]?.[0], errors },
  });
  expect(await getAuditTrail()).toEqual([]);
  expect((await getProfile()).identityReview).toBe('pending');
});

describe('revision of the reviewed identity', () => {
  const STALE = { status: 409, body: { message: 'This has changed since it was read. Please look again.' } };

  it('the revision of an identity stays the same while no reviewed data changes', async () => {
    const before = await getRevision();
    await service.runJobs();
    await service.put(`/operator/experts/${id}/approval`, { approved: true }, asOperator);
    await service.put('/me', { newsletterSubscribed: true, regions: ['ba'] }, { token });

    expect(before).toMatch(/^[0-9a-f]{32}$/);
    expect(await getRevision()).toBe(before);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['first name', () => service.put('/me', { firstName: 'Eva' }, { token })],
    ['last name', () => service.put('/me', { lastName: 'Malá' }, { token })],
    ['registration number', () => service.put('/me', { registrationNumber: '1' }, { token })],
    ['scans', () => service.put('/me/identity-documents', scansBody(), { token })],
  ])(
    'a decision on an outdated revision of an identity is rejected with 409 (changed: %s)',
    async (_, change) => {
      const seen = await getRevision();
      await change();

      for (const decision of ['accepted', 'rejected']) {
        expect(await reviewIdentity({ decision, reason: 'Pre skúšku.', revision: seen })).toEqual(STALE);
      }
      expect(await getProfile()).toMatchObject({ identityReview: 'pending' });
      expect(await getAuditTrail()).toEqual([]);
      expect((await reviewIdentity({ decision: 'accepted' })).status).toBe(200);
    },
  );

  it('changing a name back restores the revision of an identity, but uploading scans again does not', async () => {
    const seen = await getRevision();
    await service.put('/me', { firstName: 'Eva' }, { token });
    await service.put('/me', { firstName: 'Jana' }, { token });
    expect(await getRevision()).toBe(seen);

    await service.put('/me/identity-documents', scansBody(), { token });

    expect(await getRevision()).not.toBe(seen);
  });
});

it('a decision on an identity is rejected with 409 when the expert changes the name in the meantime', async () => {
  let happening: (() => Promise<unknown>) | undefined;
  service = await startService({}, ({ unitOfWork }) => ({
    unitOfWork: {
      async commit(changes, record) {
        const action = happening;
        happening = undefined;
        await action?.();
        return unitOfWork.commit(changes, record);
      },
    },
  }));
  ({ token, id } = await service.registerExpert());
  const seen = await getRevision();
  happening = () => service.put('/me', { lastName: 'Slávna' }, { token });

  expect((await reviewIdentity({ decision: 'accepted', revision: seen })).status).toBe(409);

  expect(await getProfile()).toMatchObject({ lastName: 'Slávna', identityReview: 'pending' });
});
