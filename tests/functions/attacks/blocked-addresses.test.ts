/** Attacks that block an e-mail address for its owner (infra/decisions/0015-threat-model.md). */
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { findResetToken } from '../../support/find-mails.ts';
import { computeCode, switchOn } from '../../support/second-factor.ts';
import { verifyEmailOf } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';

const UNVERIFIED = { status: 403, headers: { 'x-error-code': 'unverified' } };
const NEW_PASSWORD = 'Heslo majiteľa 2';

let service: Service;

beforeEach(async () => {
  service = await startService();
});

const setUp = (token: string) => service.post('/me/second-factor', { currentPassword: PASSWORD }, { token });
const confirm = (token: string, code: string) =>
  service.post('/me/second-factor/confirm', { code }, { token });
const logIn = (email: string) => service.post('/auth/login', { email, password: NEW_PASSWORD });

/** Resets the password as somebody who reads the mails to the address. */
async function resetPassword(email: string) {
  await service.post('/auth/password/email', { email });
  await service.runJobs();
  const passwords = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD };
  return service.post('/auth/password/reset', { email, token: await findResetToken(email), ...passwords });
}

it('an account cannot set up or confirm a second factor before its address is verified', async () => {
  const email = uniqueEmail();
  const { token } = await service.registerClient({ email });

  expect(await setUp(token)).toMatchObject(UNVERIFIED);
  expect(await confirm(token, '123456')).toMatchObject(UNVERIFIED);

  expect(await resetPassword(email)).toMatchObject({ status: 204 });
  expect(await logIn(email)).toMatchObject({ status: 200 });
});

it('a second factor is not switched on by a confirmation that runs while the address changes', async () => {
  const { token } = await service.registerClient({ email: uniqueEmail() });
  await verifyEmailOf(token, service);
  const { secret } = (await setUp(token)).body.data;
  const { unitOfWork } = service.deps;
  service.deps.unitOfWork = {
    async commit(...changes) {
      service.deps.unitOfWork = unitOfWork;
      await service.put('/me', { email: uniqueEmail(), currentPassword: PASSWORD }, { token });
      return unitOfWork.commit(...changes);
    },
  };

  const confirmed = await confirm(token, computeCode(secret, service.deps.clock.now()));

  expect(confirmed.status).toBeGreaterThanOrEqual(401);
  expect((await service.get('/me', { token })).body.data).toMatchObject({
    secondFactor: false,
    emailVerified: false,
  });
});

it("an attacker who moves an account with a second factor to a stranger's address cannot keep its owner out", async () => {
  const { token, id } = await service.registerClient({ email: uniqueEmail() });
  await verifyEmailOf(token, service);
  const { showCode } = await switchOn(service, token);
  const email = uniqueEmail();
  const change = { email, currentPassword: PASSWORD, code: showCode() };
  expect(await service.put('/me', change, { token })).toMatchObject({ status: 200 });

  expect(await resetPassword(email)).toMatchObject({ status: 204 });

  expect(await logIn(email)).toMatchObject({ status: 200 });
  expect(await service.get('/me', { token })).toMatchObject({ status: 401 });
  expect(await service.deps.secondFactors.find(id)).toBeUndefined();
});

it('an attacker who uses up the verification mails of an address cannot prevent the reset of a password', async () => {
  const email = uniqueEmail();
  await service.registerClient({ email });
  for (let hour = 0; hour < 4; hour++) {
    for (let count = 0; count < 6; count++) await service.post('/auth/email/verify/resend', { email });
    await service.runJobs();
    service.deps.clock.advance(3600_000);
  }

  expect(await resetPassword(email)).toMatchObject({ status: 204 });
});
