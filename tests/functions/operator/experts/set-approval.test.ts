import { beforeEach, expect, it } from 'vitest';
import type { Expert } from '../../../../lib/domain/model/accounts/account.ts';
import { acceptIdentity } from '../../../../lib/domain/model/accounts/account.ts';
import { uniqueEmail } from '../../../support/builders.ts';
import { saveAccount } from '../../../support/commit-changes.ts';
import { countMails, findVerificationPath, MAIL_SUBJECTS } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { listMailsTo, type Service, startService } from '../../../support/start-service.ts';

let service: Service;
let email: string;
let token: string;
let id: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ token, id } = await service.registerExpert({ email }));
});

async function setApproval(body: object) {
  const response = await service.put(`/operator/experts/${id}/approval`, body, asOperator);
  return { status: response.status, body: response.body };
}
const getProfile = async () => (await service.get('/me', { token })).body.data;
const findApprovalText = async () =>
  (await listMailsTo(email)).find(({ subject }) => subject === MAIL_SUBJECTS.approved)?.body.text;
const getAuditTrail = async () => (await service.get(`/operator/experts/${id}`, asOperator)).body.data.audit;

it('an expert whom an operator approves without a reason gets one mail', async () => {
  const { status, body } = await setApproval({ approved: true });

  expect({ status, body }).toEqual({ status: 200, body: { data: await getProfile() } });
  expect(body.data.approved).toBe(true);
  await service.runJobs();
  expect(await countMails('approved', email)).toBe(1);
  expect(await getAuditTrail()).toEqual([expectedAuditEntry('approved')]);
});

it('a repeated decision about an approval sends no second mail but is audited each time', async () => {
  await setApproval({ approved: true });
  expect((await setApproval({ approved: true, reason: 'Znova.' })).body.data.approved).toBe(true);
  await setApproval({ approved: false, reason: 'Prvý.' });
  expect((await setApproval({ approved: false, reason: 'Druhý.' })).body.data.approved).toBe(false);

  await service.runJobs();
  expect(await countMails('approved', email)).toBe(1);
  expect(await getAuditTrail()).toEqual([
    expectedAuditEntry('revoked', 'Druhý.'),
    expectedAuditEntry('revoked', 'Prvý.'),
    expectedAuditEntry('approved', 'Znova.'),
    expectedAuditEntry('approved'),
  ]);
});

it('an expert gets a mail every time the approval is granted', async () => {
  await setApproval({ approved: true });
  await setApproval({ approved: false, reason: 'Preto.' });
  await setApproval({ approved: true });

  await service.runJobs();
  expect(await countMails('approved', email)).toBe(2);
});

it('the mail about an approval asks an expert with an unverified e-mail address to verify it', async () => {
  await setApproval({ approved: true });
  await service.runJobs();

  const text = await findApprovalText();
  expect(text).toContain('overte prosím ešte svoju e-mailovú adresu');
  expect(text).toContain('Klienti vaše ponuky uvidia až po kontrole vašich dokladov totožnosti.');
  expect(text).not.toContain('Odteraz môžete');
});

it('the mail about an approval tells a verified expert with an accepted identity that offers are possible', async () => {
  await service.runJobs();
  await service.get(await findVerificationPath(email));
  const expert = (await service.deps.accounts.find(id)) as Expert;
  await saveAccount(service.deps, expert, acceptIdentity(expert));
  await setApproval({ approved: true });
  await service.runJobs();

  const text = await findApprovalText();
  expect(text).toContain('Odteraz môžete klientom posielať ponuky');
  expect(text).not.toMatch(/overte|doklad/);
});

it('each of five concurrent decisions about an approval writes an audit entry', async () => {
  const responses = await Promise.all(
    Array.from({ length: 5 }, (_, index) => setApproval({ approved: index % 2 === 0, reason: `${index}` })),
  );

  expect(responses.every(({ status }) => status === 200)).toBe(true);
  expect(await getAuditTrail()).toHaveLength(5);
});

it.each<[string, object, Record<string, string[]>]>([
  ['a body without fields', {}, { approved: ['Uveďte, či má byť znalec schválený.'] }],
  ['a revocation without a reason', { approved: false }, { reason: ['Uveďte dôvod.'] }],
  [
    'a reason of 2001 characters',
    { approved: false, reason: '😀'.repeat(2001) },
    { reason: ['Text môže mať najviac 2000 znakov.'] },
  ],
])('an invalid decision about an approval is rejected with 422 (%s)', async (_, body, errors) => {
  expect(await setApproval(body)).toEqual({
    status: 422,
    body: { message: Object.values(errors)[0]?.[0], errors },
  });
  expect(await getAuditTrail()).toEqual([]);
});

it('the reason for a revocation may have 2,000 characters on several lines', async () => {
  const reason = `Prvý riadok.\n${'😀'.repeat(1987)}`;

  expect(await setApproval({ approved: false, reason })).toMatchObject({ status: 200 });
  expect(await getAuditTrail()).toEqual([expectedAuditEntry('revoked', reason)]);
});
