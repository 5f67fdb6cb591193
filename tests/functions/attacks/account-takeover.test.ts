/**
 * Attack by somebody who knows the password and takes over the account by changing its e-mail address
 * (infra/decisions/0015-threat-model.md).
 */
import { expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { withIdempotencyKey } from '../../support/create-request.ts';
import {
  findMailText,
  findResetToken,
  findVerificationPath,
  listSubjects,
  MAIL_SUBJECTS,
} from '../../support/find-mails.ts';
import { asOperator } from '../../support/operators.ts';
import { switchOn } from '../../support/second-factor.ts';
import { assertSuccess, startMarket, verifyEmailOf } from '../../support/start-market.ts';

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
    email: second,
    currentPassword: PASSWORD,
    password: attackerPassword,
    passwordConfirmation: attackerPassword,
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
    email: owner.email,
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    termsAgreed: true,
    firstName: 'Útočník',
    lastName: 'Prvý',
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

it.each(['owner', 'operator'])(
  'an account whose address was changed cannot be closed by the %s while the former address is reserved',
  async who => {
    const market = await startMarket();
    const { service } = market;
    const { id, email, token } = await market.createClient();
    const moved = uniqueEmail();
    assertSuccess(await service.put('/me', { email: moved, currentPassword: PASSWORD }, { token }));
    const close = () =>
      who === 'owner'
        ? service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token })
        : service.post(
            `/operator/users/${id}/close`,
            { reason: 'Žiadosť.' },
            { ...asOperator, ...withIdempotencyKey() },
          );
    const refusal = { status: 409, headers: { 'x-error-code': 'former-email-reserved' } };

    expect(await close()).toMatchObject(refusal);
    service.deps.clock.advance(72 * 3600_000 - 1000);
    expect(await close()).toMatchObject(refusal);
    await market.runJobs();
    expect(await listSubjects(moved)).not.toContain('Váš účet bol zrušený');
    const restored = { email, reason: 'Prevzatý účet.' };
    expect(await service.post(`/operator/users/${id}/restore-email`, restored, asOperator)).toMatchObject({
      status: 200,
    });
  },
);

it('an account can be closed when its former address is no longer reserved or is its current address again', async () => {
  const market = await startMarket();
  const { service } = market;
  const close = ({ token }: { token: string }) =>
    service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });
  const change = async ({ token }: { token: string }, email: string) =>
    assertSuccess(await service.put('/me', { email, currentPassword: PASSWORD }, { token }));
  const [mover, returner] = [await market.createClient(), await market.createClient()];
  await change(mover, uniqueEmail());
  service.deps.clock.advance(72 * 3600_000);
  await change(returner, uniqueEmail());
  await change(returner, returner.email);

  expect(await close(mover)).toMatchObject({ status: 204 });
  expect(await close(returner)).toMatchObject({ status: 204 });
});

it('closing an account returns 409 when its e-mail address changes during the closing', async () => {
  const market = await startMarket();
  const { service } = market;
  const { id, token } = await market.createClient();
  const { unitOfWork } = service.deps;
  service.deps.unitOfWork = {
    async commit(...changes) {
      service.deps.unitOfWork = unitOfWork;
      assertSuccess(await service.put('/me', { email: uniqueEmail(), currentPassword: PASSWORD }, { token }));
      return unitOfWork.commit(...changes);
    },
  };

  const path = `/operator/users/${id}/close`;
  const closed = await service.post(path, { reason: 'Žiadosť.' }, { ...asOperator, ...withIdempotencyKey() });

  expect(closed).toMatchObject({ status: 409, headers: { 'x-error-code': 'former-email-reserved' } });
  expect(await service.deps.accounts.find(id)).toBeDefined();
});

it('a second factor that an attacker has switched on does not keep the owner out after the address is restored', async () => {
  const market = await startMarket();
  const { service } = market;
  const { id, email, token } = await market.createClient();
  assertSuccess(await service.put('/me', { email: uniqueEmail(), currentPassword: PASSWORD }, { token }));
  await verifyEmailOf(token, service);
  await switchOn(service, token);

  const restored = { email, reason: 'Prevzatý účet.' };
  const path = `/operator/users/${id}/restore-email`;
  expect(await service.post(path, restored, asOperator)).toMatchObject({ status: 200 });

  await market.runJobs();
  const password = 'Heslo majiteľa 2';
  const reset = { email, token: await findResetToken(email), password, passwordConfirmation: password };
  expect(await service.post('/auth/password/reset', reset)).toMatchObject({ status: 204 });
  expect(await service.post('/auth/login', { email, password })).toMatchObject({ status: 200 });
  expect(await service.deps.secondFactors.find(id)).toBeUndefined();
});
