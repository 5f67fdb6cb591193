/** Tests of PUT /api/v1/me for e-mail address, password and current password (infra/docs/api/accounts.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { countMails, findVerificationPath, listSubjects, MAIL_SUBJECTS } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const NEW_PASSWORD = 'Nové heslo 2';
const WRONG_PASSWORD_MESSAGE = 'Súčasné heslo nie je správne.';
const TAKEN = 'Táto e-mailová adresa je už zaregistrovaná.';

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

const updateProfile = async (body: object, presented = token) => {
  const response = await service.put('/me', body, { token: presented });
  return { status: response.status, body: response.body };
};
const login = async (address: string, password: string) =>
  (await service.post('/auth/login', { email: address, password })).status;
const validationError = (message: string, field: string) => ({
  status: 422,
  body: { message, errors: { [field]: [message] } },
});

describe('change of the e-mail address of an account', () => {
  const changed = uniqueEmail();
  const change = { email: ` ${changed.toUpperCase()} `, currentPassword: PASSWORD };

  it('a new e-mail address replaces the login, is unverified and revokes all other bearer tokens', async () => {
    const other = await service.signIn(email);

    const { status, body } = await updateProfile(change);

    expect([status, body.data.email, body.data.emailVerified]).toEqual([200, changed, false]);
    expect([await login(email, PASSWORD), await login(changed, PASSWORD)]).toEqual([401, 200]);
    expect(await service.get('/me', { token })).toMatchObject({ status: 200 });
    expect(await service.get('/me', { token: other })).toMatchObject({ status: 401 });
  });

  it('a change of the e-mail address mails a verification to the new address and a notification to the old one', async () => {
    await updateProfile(change);

    await service.runJobs();
    expect((await listSubjects(changed)).at(-1)).toBe(MAIL_SUBJECTS.verifyNew);
    expect(await listSubjects(email)).toEqual([MAIL_SUBJECTS.verify, MAIL_SUBJECTS.addressChanged]);
    const [, mail] = await service.listMailsTo(email);
    expect(JSON.stringify(mail)).not.toContain(changed);
    expect(await service.get(await findVerificationPath(changed))).toMatchObject({ status: 204 });
    expect((await service.get('/me', { token })).body.data.emailVerified).toBe(true);
  });

  it('the old e-mail address of a user becomes available to other users after 72 hours', async () => {
    await updateProfile(change);

    const [reservation, ...others] = await listItems(service.deps, `EMAIL#${email}`);
    expect(others).toEqual([]);
    expect(JSON.stringify(reservation)).not.toContain('passwordHash');
    service.deps.clock.advance(72 * 3600_000 + 1000);
    const next = await service.registerClient({ email });
    expect((await service.get('/me', { token: next.token })).body.data.email).toBe(email);
    expect(await updateProfile({ email, currentPassword: PASSWORD })).toEqual(
      validationError(TAKEN, 'email'),
    );
  });

  it('an e-mail address stays verified when only its case changes', async () => {
    const { status, body } = await updateProfile({ email: email.toUpperCase(), currentPassword: PASSWORD });

    expect([status, body.data.email, body.data.emailVerified]).toEqual([200, email, true]);
    await service.runJobs();
    expect(await listSubjects(email)).toEqual([MAIL_SUBJECTS.verify]);
  });

  it('a user can change the e-mail address and the password in one request', async () => {
    expect(
      await updateProfile({ ...change, password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD }),
    ).toMatchObject({ status: 200 });

    expect([await login(changed, NEW_PASSWORD), await login(changed, PASSWORD)]).toEqual([200, 401]);
    expect(await service.get('/me', { token })).toMatchObject({ status: 200 });
  });

  it('the e-mail address does not change when the phone number in the same request is in use', async () => {
    const phone = '+421903111222';
    await service.registerClient({ phone });

    expect(await updateProfile({ ...change, phone })).toEqual(
      validationError('Toto telefónne číslo je už zaregistrované.', 'phone'),
    );
    expect(await login(email, PASSWORD)).toBe(200);
  });
});

describe('change of the password of an account', () => {
  const change = { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD, currentPassword: PASSWORD };

  it('the record of an account contains no password after a change of the password', async () => {
    expect(await updateProfile({ ...change, code: '123456' })).toMatchObject({ status: 200 });

    const [account, ...others] = await listItems(service.deps, 'USER#');
    expect(others).toEqual([]);
    expect(Object.keys(account ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/password|^code$/i)]),
    );
  });

  it.each([
    ['different', NEW_PASSWORD],
    ['the same as before', PASSWORD],
  ])(
    "a new password that is %s revokes the user's other bearer tokens and sends a mail",
    async (_, password) => {
      const others = [await service.signIn(email), await service.signIn(email)];

      expect(await updateProfile({ ...change, password, passwordConfirmation: password })).toMatchObject({
        status: 200,
      });

      expect(await service.get('/me', { token })).toMatchObject({ status: 200 });
      for (const ended of others) {
        expect(await service.get('/me', { token: ended })).toMatchObject({ status: 401 });
      }
      expect((await service.get('/me/tokens', { token })).body.data).toHaveLength(1);
      expect(await login(email, password)).toBe(200);
      await service.runJobs();
      expect(await countMails('passwordChanged', email)).toBe(1);
    },
  );
});

it.each<[string, object]>([
  ['email', { email: uniqueEmail() }],
  ['password', { password: NEW_PASSWORD, passwordConfirmation: NEW_PASSWORD }],
  ['bankAccount', { bankAccount: { iban: 'SK8975000000000012345671' } }],
])('a change of %s requires the current password', async (_, change) => {
  expect(await updateProfile(change)).toEqual(validationError('Zadajte súčasné heslo.', 'currentPassword'));
  expect(await updateProfile({ ...change, currentPassword: '' })).toEqual(
    validationError('Zadajte súčasné heslo.', 'currentPassword'),
  );
  expect(await updateProfile({ ...change, currentPassword: `${PASSWORD} ` })).toEqual(
    validationError(WRONG_PASSWORD_MESSAGE, 'currentPassword'),
  );
  expect(await updateProfile({ ...change, currentPassword: 1 })).toMatchObject({ status: 422 });
  expect(await updateProfile({ ...change, currentPassword: PASSWORD })).toMatchObject({ status: 200 });
});

it('a request with the e-mail address requires the current password even when the address stays the same', async () => {
  expect(await updateProfile({ email })).toEqual(
    validationError('Zadajte súčasné heslo.', 'currentPassword'),
  );
});

it('the current password is checked before the mail domain of the new e-mail address', async () => {
  expect(await updateProfile({ email: 'x@nowhere.invalid', currentPassword: 'wrong' })).toEqual(
    validationError(WRONG_PASSWORD_MESSAGE, 'currentPassword'),
  );
});

it('an account update returns 429 after five wrong current passwords per minute with any token of the user', async () => {
  service.deps.clock.toNextMinute();
  const other = await service.signIn(email);
  const wrong = { email, currentPassword: 'wrong' };
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => updateProfile(wrong, index % 2 ? token : other)),
  );
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(7);

  const { status, body, headers } = await service.put('/me', { email, currentPassword: PASSWORD }, { token });

  expect({ status, body }).toEqual({ status: 429, body: { message: 'Too many requests.' } });
  expect(headers).toMatchObject({
    'retry-after': expect.stringMatching(/^\d+$/),
    'ratelimit-policy': '"current-passwords";q=5;w=60',
    ratelimit: `"current-passwords";r=0;t=${headers['retry-after']}`,
  });
  expect(await updateProfile({ firstName: 'Eva' })).toMatchObject({ status: 200 });
  service.deps.clock.toNextMinute();
  expect(await updateProfile({ email, currentPassword: PASSWORD })).toMatchObject({ status: 200 });
});

it('only requests with a wrong current password count towards the limit of wrong passwords of a user', async () => {
  service.deps.clock.toNextMinute();
  for (let sent = 0; sent < 8; sent++) {
    expect(await updateProfile({ email, currentPassword: PASSWORD })).toMatchObject({ status: 200 });
  }
  for (let sent = 0; sent < 6; sent++) await updateProfile({ email, currentPassword: 'wrong' });
  const other = await service.registerClient();

  expect(await updateProfile({ email: uniqueEmail(), currentPassword: PASSWORD }, other.token)).toMatchObject(
    {
      status: 200,
    },
  );
});

it('a change of e-mail address, password and bank account is notified only to the previous e-mail address', async () => {
  const thief = uniqueEmail();

  await updateProfile({
    email: thief,
    password: NEW_PASSWORD,
    passwordConfirmation: NEW_PASSWORD,
    currentPassword: PASSWORD,
    bankAccount: { iban: 'SK8975000000000012345671' },
  });

  await service.runJobs();
  expect(await listSubjects(thief)).toEqual([MAIL_SUBJECTS.verifyNew]);
  expect((await listSubjects(email)).slice(1).sort()).toEqual(
    [MAIL_SUBJECTS.addressChanged, MAIL_SUBJECTS.bankAccountChanged, MAIL_SUBJECTS.passwordChanged].sort(),
  );
});

it('the notification of a new password goes to the previous address if the e-mail address changes afterwards', async () => {
  const thief = uniqueEmail();
  await updateProfile({
    password: NEW_PASSWORD,
    passwordConfirmation: NEW_PASSWORD,
    currentPassword: PASSWORD,
  });
  await updateProfile({ email: thief, currentPassword: NEW_PASSWORD });

  await service.runJobs();
  expect(await countMails('passwordChanged', email)).toBe(1);
  expect(await listSubjects(thief)).toEqual([MAIL_SUBJECTS.verifyNew]);
});
