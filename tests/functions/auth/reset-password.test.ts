import { beforeEach, expect, it, vi } from 'vitest';
import { DomainError } from '../../../lib/domain/errors.ts';
import { MINUTE } from '../../../lib/durations.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { readOutput } from '../../support/captured-log.ts';
import { countMails, findResetToken } from '../../support/find-mails.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/password/reset';
const NEW_PASSWORD = 'Nové heslo 2';
const FAILED = { status: 400, body: { message: 'Failed to reset password.' } };
const DONE = { status: 204, body: undefined };

let service: Service;
let email: string;
let bearer: string;
let token: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  bearer = (await service.registerExpert({ email })).token;
  token = await requestResetToken();
});

async function requestResetToken(): Promise<string> {
  await service.post('/auth/password/email', { email });
  await service.runJobs();
  return findResetToken(email);
}

async function resetPassword(change: object = {}) {
  const form = { email, token, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD, ...change };
  const { status, body } = await service.post(PATH, form);
  return { status, body };
}

const login = async (password: string) => (await service.post('/auth/login', { email, password })).status;

it('a password reset sets the password, revokes all bearer tokens and notifies the user by mail', async () => {
  const other = await service.signIn(email);

  expect(await resetPassword({ email: email.toUpperCase() })).toEqual(DONE);

  expect([await login(PASSWORD), await login(NEW_PASSWORD)]).toEqual([401, 200]);
  for (const revoked of [bearer, other]) {
    expect(await service.get('/me', { token: revoked })).toMatchObject({ status: 401 });
  }
  await service.runJobs();
  expect(await countMails('passwordChanged', email)).toBe(1);
  for (const secret of [token, email, NEW_PASSWORD]) expect(readOutput()).not.toContain(secret);
});

it('only one of ten concurrent requests with the same reset token resets the password', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const password = `Heslo číslo ${index}`;
      return resetPassword({ password, passwordConfirmation: password });
    }),
  );

  expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 400)).toHaveLength(9);
  expect(await login(`Heslo číslo ${responses.findIndex(({ status }) => status === 204)}`)).toBe(200);
  await service.runJobs();
  expect(await countMails('passwordChanged', email)).toBe(1);
});

it('forty concurrent requests with the same reset token compute only one password hash', async () => {
  const hash = vi.spyOn(service.deps.passwordHasher, 'hash');

  const responses = await Promise.all(Array.from({ length: 40 }, () => resetPassword()));

  expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(hash).toHaveBeenCalledTimes(1);
});

it('a reset token stays usable after a 503 response', async () => {
  const { passwordHasher } = service.deps;
  vi.spyOn(passwordHasher, 'hash').mockRejectedValueOnce(new DomainError('unavailable'));
  expect(await resetPassword()).toMatchObject({ status: 503 });

  expect(await resetPassword()).toEqual(DONE);
});

it('a claimed reset token becomes usable again thirty seconds after its request died', async () => {
  const { clock, passwordHasher, resetTokens } = service.deps;
  vi.spyOn(passwordHasher, 'hash').mockRejectedValueOnce(new Error('died'));
  vi.spyOn(resetTokens, 'release').mockResolvedValueOnce(undefined);
  expect(await resetPassword()).toMatchObject({ status: 500 });

  clock.advance(29_000);
  expect(await resetPassword()).toEqual(FAILED);
  clock.advance(1000);
  expect(await resetPassword()).toEqual(DONE);
});

it('only one of two concurrent requests with different reset tokens of a user resets the password', async () => {
  const second = await requestResetToken();

  const responses = await Promise.all([resetPassword(), resetPassword({ token: second })]);

  expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
});

it('a reset token that is 59 minutes old is accepted', async () => {
  service.deps.clock.advance(59 * MINUTE);
  expect(await resetPassword()).toEqual(DONE);
});

it('a password reset revokes bearer tokens from concurrent logins with the old password', async () => {
  const [, ...logins] = await Promise.all([
    resetPassword(),
    ...Array.from({ length: 4 }, () => service.post('/auth/login', { email, password: PASSWORD })),
  ]);

  for (const { status, body } of logins) {
    if (status === 200)
      expect(await service.get('/me', { token: body.data.token })).toMatchObject({ status: 401 });
  }
});

it('a reset token that is more than an hour old is rejected with 400', async () => {
  service.deps.clock.advance(60 * MINUTE + 1000);
  expect(await resetPassword()).toEqual(FAILED);
});

it.each<[string, () => object]>([
  ['a malformed reset token', () => ({ token: 'x' })],
  ['a very long reset token', () => ({ token: 'x'.repeat(4096) })],
  [
    'a reset token that does not exist',
    () => ({ token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }),
  ],
  ["a reset token with another user's e-mail address", () => ({ email: uniqueEmail() })],
])('a password reset with %s returns 400 and leaves the real reset token usable', async (_, change) => {
  expect(await resetPassword(change())).toEqual(FAILED);
  expect(await login(PASSWORD)).toBe(200);
  expect(await resetPassword()).toEqual(DONE);
});

it('a reset token that was issued before a change of the password is rejected with 400', async () => {
  await service.put(
    '/me',
    { password: 'Iné heslo 9', passwordConfirmation: 'Iné heslo 9', currentPassword: PASSWORD },
    { token: bearer },
  );

  expect(await resetPassword()).toEqual(FAILED);
  expect(await login('Iné heslo 9')).toBe(200);
});

it('a change of the e-mail address invalidates earlier reset tokens, even after a change back', async () => {
  const other = uniqueEmail();
  const change = (address: string) =>
    service.put('/me', { email: address, currentPassword: PASSWORD }, { token: bearer });

  await change(other);
  expect([await resetPassword(), await resetPassword({ email: other })]).toEqual([FAILED, FAILED]);
  expect(await change(email)).toMatchObject({ status: 200 });
  expect(await resetPassword()).toEqual(FAILED);
  expect(await login(PASSWORD)).toBe(200);
});

it.each<[string, object, Record<string, string[]>]>([
  [
    'with a weak password',
    { password: 'abc', passwordConfirmation: 'abc' },
    {
      password: [
        'Heslo musí mať aspoň 8 znakov.',
        'Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.',
      ],
    },
  ],
])('a password reset %s returns 422 and leaves the reset token usable', async (_, change, errors) => {
  const response = await resetPassword(change);

  expect(response).toMatchObject({ status: 422, body: { errors } });
  expect(Object.entries(response.body.errors)).toEqual(Object.entries(errors));
  expect(await resetPassword()).toEqual(DONE);
});
