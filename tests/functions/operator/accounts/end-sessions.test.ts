/** Tests of POST /api/v1/operator/users/{id}/end-sessions (infra/docs/api/operators.md#locked-accounts). */
import { beforeEach, expect, it } from 'vitest';
import { uniqueEmail } from '../../../support/builders.ts';
import { findMailText, findResetToken } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const REASON = 'Nahlásili ste stratený telefón.';

let service: Service;
let email: string;
let id: string;
let token: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ id, token } = await service.registerExpert({ email }));
});

const endSessions = () => service.post(`/operator/users/${id}/end-sessions`, { reason: REASON }, asOperator);

it("ending a user's sessions invalidates all tokens and reset links but keeps the password", async () => {
  const otherDevice = await service.signIn(email);
  await service.post('/auth/password/email', { email });
  await service.runJobs();
  const resetToken = await findResetToken(email);

  const { status, body } = await endSessions();

  expect({ status, body }).toMatchObject({ status: 200, body: { data: { id, email, lockedAt: null } } });
  for (const ended of [token, otherDevice])
    expect(await service.get('/me', { token: ended })).toMatchObject({ status: 401 });
  const password = 'Nové heslo 2';
  const reset = { email, token: resetToken, password, passwordConfirmation: password };
  expect(await service.post('/auth/password/reset', reset)).toMatchObject({ status: 400 });
  const renewed = await service.signIn(email);
  expect(await service.get('/me', { token: renewed })).toMatchObject({ status: 200 });
  await service.runJobs();
  expect(await findMailText(email, 'Boli ste odhlásení zo všetkých zariadení')).toContain(REASON);
  const [entry] = await service.deps.audit.list(id);
  expect(entry).toMatchObject(expectedAuditEntry('sessions ended', REASON));
});

it('ending the sessions of a locked account does not unlock it', async () => {
  await service.post(`/operator/users/${id}/lock`, { reason: REASON }, asOperator);

  expect((await endSessions()).body.data.lockedAt).toMatch(/Z$/);
  await expect(service.signIn(email)).rejects.toThrow('locked');
});
