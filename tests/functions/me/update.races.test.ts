/** Tests of concurrent changes by PUT /api/v1/me: no update is lost; e-mail addresses and phones stay unique. */
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { countItems, listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const WRONG = 'Súčasné heslo nie je správne.';

let service: Service;

beforeEach(async () => {
  service = await startService();
});

const updateProfile = (token: string, body: object) => service.put('/me', body, { token });
const sortStatuses = (responses: readonly { status: number }[]) =>
  responses.map(({ status }) => status).sort();

it('concurrent updates of different account fields are all kept', async () => {
  const { token } = await service.registerExpert();
  const changes = {
    firstName: 'Eva',
    lastName: 'Malá',
    regions: ['za'],
    phone: uniquePhone(),
    newsletterSubscribed: true,
  };

  const responses = await Promise.all(
    Object.entries(changes).map(([field, value]) => updateProfile(token, { [field]: value })),
  );

  expect(sortStatuses(responses)).toEqual(Array(5).fill(200));
  expect((await service.get('/me', { token })).body.data).toMatchObject(changes);
});

it.each<[string, () => Record<string, string>]>([
  ['e-mail address', () => ({ email: uniqueEmail() })],
  ['phone number', () => ({ phone: uniquePhone() })],
])('only one of six users can claim the same %s concurrently', async (_, wanted) => {
  const people = await Promise.all(Array.from({ length: 6 }, () => service.registerExpert()));
  const change = wanted();

  const responses = await Promise.all(
    people.map(({ token }) => updateProfile(token, { ...change, currentPassword: PASSWORD })),
  );

  expect(sortStatuses(responses)).toEqual([200, 422, 422, 422, 422, 422]);
  const [field = ''] = Object.keys(change);
  for (const { status, body } of responses) {
    if (status === 422) expect(Object.keys(body.errors)).toEqual([field]);
  }
  expect(await countItems(service.deps)).toMatchObject({ USER: 6, EMAIL: 6, PHONE: 6 });
  const users = (await listItems(service.deps, 'USER#')).filter(({ sk }) => sk === 'USER');
  for (const { id, email, phone } of users) {
    expect(await listItems(service.deps, `EMAIL#${email}`)).toMatchObject([{ userId: id }]);
    expect(await listItems(service.deps, `PHONE#${phone}`)).toMatchObject([{ userId: id }]);
  }
});

it('a change of the e-mail address returns 422 when the address changes during the password check', async () => {
  let meanwhile = async () => {};
  const overtaken = await startService({}, ({ accounts }) => ({
    accounts: {
      ...accounts,
      async findCredentials(email, market) {
        await meanwhile();
        return accounts.findCredentials(email, market);
      },
    },
  }));
  const { token } = await overtaken.registerExpert();
  const move = () => overtaken.put('/me', { email: uniqueEmail(), currentPassword: PASSWORD }, { token });
  meanwhile = async () => {
    meanwhile = async () => {};
    await move();
  };

  expect(await move()).toMatchObject({ status: 422, body: { errors: { currentPassword: [WRONG] } } });
});

it("three concurrent changes of a user's e-mail address leave exactly one address reserved", async () => {
  const { token } = await service.registerExpert();
  const wanted = [uniqueEmail(), uniqueEmail(), uniqueEmail()];

  const responses = await Promise.all(
    wanted.map(email => updateProfile(token, { email, currentPassword: PASSWORD })),
  );

  expect(responses.some(({ status }) => status === 200)).toBe(true);
  expect(responses.every(({ status }) => status < 500)).toBe(true);
  const { email } = (await service.get('/me', { token })).body.data;
  expect(wanted).toContain(email);
  expect((await listItems(service.deps, 'EMAIL#')).map(({ pk }) => pk)).toEqual([`EMAIL#${email}`]);
});

it('only the first of two concurrent password changes succeeds and revokes the token of the other request', async () => {
  const email = uniqueEmail();
  const { token } = await service.registerExpert({ email });
  const other = await service.signIn(email);
  const change = (password: string) => ({
    password,
    passwordConfirmation: password,
    currentPassword: PASSWORD,
  });

  const responses = await Promise.all([
    updateProfile(token, change('Prvé heslo 1')),
    updateProfile(other, change('Druhé heslo 2')),
  ]);

  const [won] = responses.map(({ status }, index) => (status === 200 ? index : -1)).filter(i => i >= 0);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.find(({ status }) => status !== 200)?.status).toSatisfy(s => s === 401 || s === 422);
  const valid = await Promise.all([token, other].map(one => service.get('/me', { token: one })));
  expect(valid.map(({ status }) => status === 200)).toEqual([won === 0, won === 1]);
  expect(await service.signIn(email, won === 0 ? 'Prvé heslo 1' : 'Druhé heslo 2')).toMatch(/\|/);
});

it('a change of the password revokes bearer tokens from concurrent logins with the old password', async () => {
  const email = uniqueEmail();
  const { token } = await service.registerExpert({ email });
  const credentials = { email, password: PASSWORD };

  const [changed, ...logins] = await Promise.all([
    updateProfile(token, {
      password: 'Iné heslo 3',
      passwordConfirmation: 'Iné heslo 3',
      currentPassword: PASSWORD,
    }),
    ...Array.from({ length: 4 }, () => service.post('/auth/login', credentials)),
  ]);

  expect(changed.status).toBe(200);
  for (const { status, body } of logins) {
    if (status === 200) expect((await service.get('/me', { token: body.data.token })).status).toBe(401);
  }
});

it('a change of the password returns 401 and has no effect when the user logs out meanwhile', async () => {
  const email = uniqueEmail();
  const { token } = await service.registerExpert({ email });
  const { deps } = service;
  const slow = await startService({}, () => ({
    ...deps,
    passwordHasher: {
      ...deps.passwordHasher,
      async hash(password) {
        await service.post('/auth/logout', undefined, { token });
        return deps.passwordHasher.hash(password);
      },
    },
  }));

  const change = {
    password: 'Iné heslo 3',
    passwordConfirmation: 'Iné heslo 3',
    currentPassword: PASSWORD,
  };
  const { status, body } = await slow.put('/me', change, { token });

  expect({ status, body }).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
  expect(await service.signIn(email)).toMatch(/\|/);
});
