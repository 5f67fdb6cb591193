/**
 * Attacks by somebody who knows the password of an account whose second factor is on
 * (infra/decisions/0015-threat-model.md).
 */
import { beforeEach, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../lib/durations.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { findResetToken } from '../../support/find-mails.ts';
import { computeCode, switchOn } from '../../support/second-factor.ts';
import { verifyEmailOf } from '../../support/start-market.ts';
import { listMailsTo, type Service, startService } from '../../support/start-service.ts';

let service: Service;
let email: string;
let token: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ token } = await service.registerExpert({ email }));
  await verifyEmailOf(token, service);
});

const logIn = (code?: string, source?: string) =>
  service.post(
    '/auth/login',
    { email, password: PASSWORD, ...(code !== undefined && { code }) },
    source ? { source } : {},
  );

it.each([
  ['POST', '/auth/login', () => ({ email, password: PASSWORD })],
  ['PUT', '/me', () => ({ email: uniqueEmail() })],
  ['PUT', '/me', () => ({ password: 'Nové heslo 2', passwordConfirmation: 'Nové heslo 2' })],
  ['PUT', '/me', () => ({ bankAccount: { iban: 'SK3112000000198742637541' } })],
  ['POST', '/me/payment-account', () => ({})],
  ['POST', '/me/export', () => ({})],
  ['DELETE', '/me/second-factor', () => ({})],
  ['DELETE', '/me', () => ({})],
] as const)(
  '%s %s rejects the right password without a valid code of the second factor',
  async (method, path, body) => {
    await switchOn(service, token);
    const call = path === '/auth/login' ? {} : { token };

    for (const code of [undefined, '000000', 'AAAA-AAAA-AAAA-AAAA'])
      expect(
        await service.sendWithMethod(
          method,
          path,
          { ...body(), currentPassword: PASSWORD, ...(code !== undefined && { code }) },
          call,
        ),
      ).toMatchObject({ status: 422, body: { errors: { code: [expect.any(String)] } } });
  },
);

it('a code of the second factor that somebody has observed cannot be used a second time', async () => {
  const { showCode } = await switchOn(service, token);
  const code = showCode();

  expect(await logIn(code)).toMatchObject({ status: 200 });

  expect(await logIn(code)).toMatchObject({ status: 422 });
  expect(await logIn(showCode(-1))).toMatchObject({ status: 422 });
  const proof = { currentPassword: PASSWORD, code };
  expect(await service.post('/me/export', proof, { token })).toMatchObject({ status: 422 });
});

it('the code that confirmed the second factor does not work in a login', async () => {
  const setUp = await service.post('/me/second-factor', { currentPassword: PASSWORD }, { token });
  const code = computeCode(setUp.body.data.secret, service.deps.clock.now());
  await service.post('/me/second-factor/confirm', { code }, { token });

  expect(await logIn(code)).toMatchObject({ status: 422 });
});

it('codes of the second factor cannot be guessed from many addresses, even with the right password', async () => {
  const { showCode } = await switchOn(service, token);

  const statuses: number[] = [];
  for (let each = 1; each <= 11; each++) {
    statuses.push((await logIn('000000', `192.0.2.${each}`)).status);
    await logIn(undefined, `192.0.2.${each}`);
  }

  expect(statuses).toEqual([...Array(10).fill(422), 429]);
  expect(readLogEvents('login.rejected.wrong-code').length).toBeGreaterThanOrEqual(10);
  const proof = { currentPassword: PASSWORD, code: showCode() };
  expect(await service.post('/me/export', proof, { token })).toMatchObject({ status: 429 });
  service.deps.clock.advance(HOUR);
  expect(await logIn(showCode())).toMatchObject({ status: 200 });
});

it.each(['１２３４５６', '12345é', '🙂🙂🙂', '12345\u0301', 'ÁÁÁÁ-ÁÁÁÁ-ÁÁÁÁ-ÁÁÁÁ', '1'.repeat(255)])(
  'a login with the malformed code %j returns 422 and counts towards the limit of wrong codes',
  async code => {
    const { showCode } = await switchOn(service, token);
    const statuses: number[] = [];
    for (let each = 1; each <= 10; each++) statuses.push((await logIn(code, `192.0.2.${each}`)).status);

    expect(statuses).toEqual(Array(10).fill(422));
    expect(await logIn(showCode(), '192.0.2.20')).toMatchObject({ status: 429 });
  },
);

it.each(['１２３４５６', '12345é', '🙂🙂🙂'])('the code %j does not confirm a second factor', async code => {
  await service.post('/me/second-factor', { currentPassword: PASSWORD }, { token });

  expect(await service.post('/me/second-factor/confirm', { code }, { token })).toMatchObject({
    status: 422,
    body: { errors: { code: [expect.any(String)] } },
  });
});

it('codes are accepted with blanks, as authenticator apps display them', async () => {
  const { showNextCode } = await switchOn(service, token);
  for (const blank of [' ', '\u00a0', '\u202f']) {
    const code = showNextCode();
    expect(await logIn(`${code.slice(0, 3)}${blank}${code.slice(3)}`)).toMatchObject({ status: 200 });
  }
});

it('the owner gets one mail a day when logins have the right password and wrong codes', async () => {
  const { clock } = service.deps;
  clock.advance(DAY - (clock.now().getTime() % DAY));
  const { secret } = await switchOn(service, token);
  const countWarnings = async () => {
    await service.runJobs();
    return (await listMailsTo(email)).filter(({ subject }) => subject === 'Niekto zrejme pozná vaše heslo');
  };

  for (const code of ['000000', undefined, '111111', undefined]) await logIn(code);
  expect(await countWarnings()).toEqual([]);
  await Promise.all(['222222', '333333', 'AAAA-AAAA-AAAA-AAAA'].map(code => logIn(code)));
  clock.advance(HOUR);
  for (const code of ['444444', '555555', '666666']) await logIn(code);

  const [warning, ...others] = await countWarnings();
  expect(others).toEqual([]);
  expect(warning?.body.text).toContain('https://www.testimony.example/forgotten-password');
  for (const hidden of ['222222', secret, PASSWORD]) expect(warning?.body.text).not.toContain(hidden);
  clock.advance(DAY);
  for (const code of ['000000', '111111', '222222']) await logIn(code, '192.0.2.9');
  expect(await countWarnings()).toHaveLength(2);
});

it('the owner can reset the password while wrong codes of a thief have used up the limit', async () => {
  const { showCode } = await switchOn(service, token);
  for (let each = 1; each <= 10; each++) await logIn('000000', `192.0.2.${each}`);
  const form = { password: 'Nové heslo 2', passwordConfirmation: 'Nové heslo 2' };
  const change = { ...form, currentPassword: PASSWORD, code: showCode() };
  expect(await service.put('/me', change, { token })).toMatchObject({ status: 429 });

  await service.post('/auth/password/email', { email });
  await service.runJobs();
  const reset = { ...form, email, token: await findResetToken(email) };

  expect((await service.post('/auth/password/reset', reset)).status).toBeLessThan(300);
  expect(await logIn('000000', '192.0.2.20')).toMatchObject({ status: 401 });
});

it('wrong codes after a wrong password cause no mail', async () => {
  await switchOn(service, token);
  await service.runJobs();
  const before = await listMailsTo(email);

  for (const source of ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'])
    await service.post('/auth/login', { email, password: 'Nesprávne heslo 1', code: '000000' }, { source });
  await service.runJobs();

  expect(await listMailsTo(email)).toEqual(before);
});

it('a login with a wrong password does not reveal whether the second factor is on', async () => {
  const attempt = async () => {
    const { status, headers, body } = await service.post('/auth/login', {
      email,
      password: 'Nesprávne heslo 1',
      code: '123456',
    });
    return { status, code: headers['x-error-code'], body };
  };
  const before = await attempt();
  await switchOn(service, token);

  expect(await attempt()).toEqual(before);
});

it('a stolen token without the password cannot use up the codes of the owner of the account', async () => {
  const { showNextCode } = await switchOn(service, token);

  for (let attempt = 0; attempt < 10; attempt++)
    expect(await service.post('/me/second-factor/confirm', { code: '000000' }, { token })).toMatchObject({
      status: 409,
    });

  expect(await logIn(showNextCode(), '192.0.2.77')).toMatchObject({ status: 200 });
});
