/**
 * Attack by somebody who knows the password and takes over the account by changing its e-mail address
 * (infra/decisions/0015-threat-model.md).
 */
import { expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import {
  findMailText,
  findResetToken,
  findVerificationPath,
  MAIL_SUBJECTS,
} from '../../support/find-mails.ts';
import { asOperator } from '../../support/operators.ts';
import { assertSuccess, startMarket } from '../../support/start-market.ts';

it('operators can return an account to its owner after an attacker changed its address and password', async () => {
  const market = await startMarket();
  const { service } = market;
  const owner = await market.createExpert();
  const stolen = await service.signIn(owner.email);
  const [first, second] = [uniqueEmail(), uniqueEmail()];
  const attackerPassword = 'Heslo útočníka 1';
  const updateStolen = async (body: object) =>
    assertSuccess(await service.put('/me', body, { token: stolen }));

  await updateStolen({ email: first, currentPassword: PASSWORD });
  await market.runJobs();
  await service.get(await findVerificationPath(first));
  await updateStolen({
    ...{ email: second, currentPassword: PASSWORD },
    ...{ password: attackerPassword, passwordConfirmation: attackerPassword },
  });
  await service.post('/auth/password/email', { email: second });
  await market.runJobs();
  const attackerReset = await findResetToken(second);

  // The owner replies to the warning mail, which contains the account number.
  const warning = await findMailText(owner.email, MAIL_SUBJECTS.addressChanged);
  const accountId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(warning)?.[0] ?? '';
  const register = { email: owner.email, password: PASSWORD, passwordConfirmation: PASSWORD };
  const squatter = { ...register, firstName: 'Útočník', lastName: 'Prvý', termsAgreed: true };
  expect(await service.post('/auth/register/client', squatter)).toMatchObject({ status: 422 });
  const postMeasure = (path: string, body: object = {}) =>
    service.post(`/operator/users/${accountId}/${path}`, { reason: 'Prevzatý účet.', ...body }, asOperator);
  assertSuccess(await postMeasure('lock'));
  assertSuccess(await postMeasure('restore-email', { email: owner.email }));
  assertSuccess(await postMeasure('unlock'));

  expect(await service.get('/me', { token: stolen })).toMatchObject({ status: 401 });
  for (const email of [owner.email, first, second])
    for (const password of [PASSWORD, attackerPassword])
      expect(await service.post('/auth/login', { email, password })).toMatchObject({ status: 401 });
  const passwords = { password: attackerPassword, passwordConfirmation: attackerPassword };
  for (const email of [second, owner.email]) {
    const reset = { email, token: attackerReset, ...passwords };
    expect(await service.post('/auth/password/reset', reset)).toMatchObject({ status: 400 });
  }
  service.deps.clock.toNextMinute();
  await service.post('/auth/password/email', { email: owner.email });
  await market.runJobs();
  const token = await findResetToken(owner.email);
  const own = { password: 'Heslo majiteľa 2', passwordConfirmation: 'Heslo majiteľa 2' };
  expect(await service.post('/auth/password/reset', { email: owner.email, token, ...own })).toMatchObject({
    status: 204,
  });
  const renewed = await service.post('/auth/login', { email: owner.email, password: own.password });
  const profile = await service.get('/me', { token: renewed.body.data.token });
  expect(profile.body.data).toMatchObject({ id: owner.id, email: owner.email, emailVerified: true });
});

it('the former e-mail address of a hijacked account stays reserved when the attacker changes the address repeatedly', async () => {
  const market = await startMarket();
  const { service } = market;
  const owner = await market.createExpert();
  const stolen = await service.signIn(owner.email);
  for (const email of [uniqueEmail(), owner.email, uniqueEmail()])
    assertSuccess(await service.put('/me', { email, currentPassword: PASSWORD }, { token: stolen }));

  const squatter = await service.post('/auth/register/client', {
    ...{ email: owner.email, password: PASSWORD, passwordConfirmation: PASSWORD, termsAgreed: true },
    ...{ firstName: 'Útočník', lastName: 'Prvý' },
  });

  expect(squatter).toMatchObject({ status: 422 });
  const restored = await service.post(
    `/operator/users/${owner.id}/restore-email`,
    { email: owner.email, reason: 'Prevzatý účet.' },
    asOperator,
  );
  expect(restored).toMatchObject({
    status: 200,
    body: { data: { email: owner.email, emailVerified: true } },
  });
});
