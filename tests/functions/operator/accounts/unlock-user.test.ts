/** Tests of POST /api/v1/operator/users/{id}/unlock (infra/docs/api/operators.md#locked-accounts). */
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../../support/builders.ts';
import { findMailText, findVerificationPath } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const REASON = 'Overili sme, že účet patrí vám.';

let service: Service;
let email: string;
let id: string;
let token: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ id, token } = await service.registerClient({ email }));
});

const postUserAction = (path: string) =>
  service.post(`/operator/users/${id}/${path}`, { reason: REASON }, asOperator);

it('a user whose account is unlocked can log in again and gets a mail with the reason', async () => {
  await service.runJobs();
  const path = await findVerificationPath(email);
  await postUserAction('lock');

  const { status, body } = await postUserAction('unlock');

  expect({ status, body }).toEqual({
    status: 200,
    body: { data: { id, email, emailVerified: false, role: 'client', lockedAt: null } },
  });
  expect(await service.post('/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 200 });
  expect(await service.get(path)).toMatchObject({ status: 204 });
  await service.runJobs();
  expect(await findMailText(email, 'Váš účet sme odblokovali')).toContain(REASON);
  const [entry] = await service.deps.audit.list(id);
  expect(entry).toMatchObject(expectedAuditEntry('account unlocked', REASON));
});

it('unlocking an account does not restore the tokens from before the lock', async () => {
  await postUserAction('lock');
  await postUserAction('unlock');

  expect(await service.get('/me', { token })).toMatchObject({ status: 401 });
});

it('an account that is not locked cannot be unlocked', async () => {
  expect(await postUserAction('unlock')).toMatchObject({
    status: 409,
    body: { message: 'This account is not locked.' },
    headers: { 'x-error-code': 'not-locked' },
  });
});

it('an unlocked account can be locked again', async () => {
  await postUserAction('lock');
  await postUserAction('unlock');

  expect(await postUserAction('lock')).toMatchObject({ status: 200 });
  expect(await service.post('/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 403 });
});
