/**
 * Tests of POST /api/v1/me/second-factor, and logins with a second factor (infra/docs/api/accounts.md#second-factor).
 */
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import {
  findMailText,
  findResetToken,
  findVerificationPath,
  listSubjects,
} from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { computeCode, switchOn } from '../../support/second-factor.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/me/second-factor';
const CODE_MISSING = { errors: { code: ['Zadajte overovací kód.'] } };
const CODE_WRONG = { errors: { code: ['Kód nie je správny alebo už bol použitý.'] } };

let service: Service;
let email: string;
let token: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ token } = await service.registerExpert({ email }));
  await service.runJobs();
  await service.get(await findVerificationPath(email));
});

const logIn = (code?: string, password = PASSWORD) =>
  service.post('/auth/login', { email, password, ...(code !== undefined && { code }) });
const isOn = async () => (await service.get('/me', { token })).body.data.secondFactor;

it('setting up a second factor has no effect until one of its codes is confirmed', async () => {
  const { status, body } = await service.post(PATH, { currentPassword: PASSWORD }, { token });

  expect(status).toBe(200);
  expect(body.data.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(body.data.uri).toBe(
    `otpauth://totp/Trhovisko%20posudkov:${encodeURIComponent(email)}?secret=${body.data.secret}&issuer=Trhovisko%20posudkov`,
  );
  expect(await isOn()).toBe(false);
  expect(await logIn()).toMatchObject({ status: 200 });

  const wrong = await service.post(`${PATH}/confirm`, { code: '12345' }, { token });
  expect(wrong).toMatchObject({ status: 422, body: CODE_WRONG });
  const code = computeCode(body.data.secret, service.deps.clock.now());
  const confirmed = await service.post(`${PATH}/confirm`, { code }, { token });
  expect(confirmed.status).toBe(200);
  expect(new Set(confirmed.body.data.recoveryCodes).size).toBe(10);
  for (const each of confirmed.body.data.recoveryCodes)
    expect(each).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  expect(await isOn()).toBe(true);
  await service.runJobs();
  expect(await listSubjects(email)).toContain('Zapli ste dvojstupňové overenie');
});

it('a login to an account with a second factor requires a code and returns 422 without one', async () => {
  const { showCode } = await switchOn(service, token);

  expect(await logIn()).toMatchObject({ status: 422, body: CODE_MISSING });
  expect(await logIn('000000')).toMatchObject({ status: 422, body: CODE_WRONG });
  expect(await logIn(showCode(), 'Nesprávne heslo 1')).toMatchObject({ status: 401 });
  const code = showCode();
  expect(await logIn(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ status: 200 });
});

it.each([
  [-2, 422],
  [-1, 200],
  [1, 200],
  [2, 422],
])('a login with a code of an app whose clock is wrong by %i steps returns %i', async (steps, status) => {
  const { showCode, showNextCode } = await switchOn(service, token);
  showNextCode();

  expect(await logIn(showCode(steps))).toMatchObject({ status });
});

it('a recovery code can be used for one login, which a mail reports with the number of codes left', async () => {
  const { recoveryCodes } = await switchOn(service, token);
  const [code = ''] = recoveryCodes;

  expect(await logIn(code.toLowerCase())).toMatchObject({ status: 200 });
  expect(await logIn(code)).toMatchObject({ status: 422, body: CODE_WRONG });
  await service.runJobs();
  expect(await findMailText(email, 'Bol použitý záložný kód')).toMatch(/kódy:?\s*9\b/);
});

it('the second factor stays on after the user has changed and verified the address and reset the password', async () => {
  const { showCode, showNextCode } = await switchOn(service, token);
  email = uniqueEmail();
  const change = { email, currentPassword: PASSWORD, code: showCode() };
  expect(await service.put('/me', change, { token })).toMatchObject({ status: 200 });
  expect(await logIn()).toMatchObject({ status: 422, body: CODE_MISSING });

  await service.runJobs();
  await service.get(await findVerificationPath(email));
  await service.post('/auth/password/email', { email });
  await service.runJobs();
  const password = 'Nové heslo 2';
  const reset = { email, token: await findResetToken(email), password, passwordConfirmation: password };
  expect(await service.post('/auth/password/reset', reset)).toMatchObject({ status: 204 });

  expect(await logIn(undefined, password)).toMatchObject({ status: 422, body: CODE_MISSING });
  expect(await logIn(showNextCode(), password)).toMatchObject({ status: 200 });
});

it('neither the table nor the export contains the secret or a recovery code of the second factor', async () => {
  const { secret, recoveryCodes, showCode } = await switchOn(service, token);
  const [recoveryCode = ''] = recoveryCodes;

  const proof = { currentPassword: PASSWORD, code: showCode() };
  const exported = await service.post('/me/export', proof, { token });

  expect(exported.body.data.account.secondFactor).toBe(true);
  for (const text of [secret, recoveryCode, recoveryCode.replaceAll('-', '')])
    for (const place of [await listItems(service.deps), exported.body])
      expect(JSON.stringify(place)).not.toContain(text);
  for (const attribute of ['sealedSecret', 'recoveryHashes'])
    expect(JSON.stringify(exported.body)).not.toContain(attribute);
});

it('closing the account erases the second factor', async () => {
  const { showCode } = await switchOn(service, token);

  const closing = { currentPassword: PASSWORD, code: showCode() };
  expect(await service.sendWithMethod('DELETE', '/me', closing, { token })).toMatchObject({ status: 204 });
  await service.runJobs();

  expect(await listItems(service.deps, 'FACTOR#')).toEqual([]);
});
