/** Tests of PUT /api/v1/me for each field of both roles except the credentials (infra/docs/api/accounts.md). */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Expert } from '../../../lib/domain/model/accounts/account.ts';
import { PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { saveAccount } from '../../support/commit-changes.ts';
import { listSubjects, MAIL_SUBJECTS } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const ADDRESS = { line1: 'Dlhá 5', line2: 'byt 7', city: 'Žilina', postalCode: '010 01', country: 'CZ' };
const SHIPPING = { firstName: 'Eva', lastName: 'Malá', ...ADDRESS };
const COMPANY = { businessId: '87654321', taxId: '2021999999', vatId: 'SK2021999999' };
const IBAN = 'SK8975000000000012345671';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

const updateProfile = (token: string, body: object) => service.put('/me', body, { token });
const getProfile = async (token: string) => (await service.get('/me', { token })).body.data;

const COMMON = {
  firstName: 'Eva',
  lastName: 'Malá',
  billingAddress: ADDRESS,
  shippingAddress: SHIPPING,
  company: COMPANY,
  newsletterSubscribed: true,
};

describe.each(['expert', 'client'] as const)('account updates that every %s can make', role => {
  const registerUser = () => (role === 'expert' ? service.registerExpert() : service.registerClient());

  it('a change of the phone number makes the old one available to other users', async () => {
    const [old, phone] = [uniquePhone(), uniquePhone()];
    const { token } = await (role === 'expert'
      ? service.registerExpert({ phone: old })
      : service.registerClient({ phone: old }));

    expect((await updateProfile(token, { phone: ` ${phone} ` })).body.data.phone).toBe(phone);

    expect(await listItems(service.deps, `PHONE#${old}`)).toEqual([]);
    expect((await service.registerClient({ phone: old })).id).toMatch(/./);
    expect(await updateProfile(token, { phone: old })).toMatchObject({
      status: 422,
      body: { errors: { phone: ['Toto telefónne číslo je už zaregistrované.'] } },
    });
  });

  it('PUT /api/v1/me changes all given account fields and no other field', async () => {
    const { token } = await registerUser();
    const before = await getProfile(token);
    const all = { ...COMMON, phone: uniquePhone() };

    const { status, body } = await updateProfile(token, all);

    expect({ status, body }).toEqual({ status: 200, body: { data: { ...before, ...all } } });
    expect(await getProfile(token)).toEqual(body.data);
  });

  it('a new company in PUT /api/v1/me replaces all fields of the former company', async () => {
    const { token } = await registerUser();
    await updateProfile(token, { company: COMPANY });

    const { body } = await updateProfile(token, { company: { taxId: '2020202020' } });

    expect(body.data.company).toEqual({ businessId: null, taxId: '2020202020', vatId: null });
  });

  it('a shipping address of null in PUT /api/v1/me clears the shipping address', async () => {
    const { token } = await registerUser();
    await updateProfile(token, { shippingAddress: SHIPPING });

    expect((await updateProfile(token, { shippingAddress: null })).body.data.shippingAddress).toBeNull();
  });

  it.each<[string, object]>([
    ['no fields', {}],
    ['unknown fields', { role: 'operator', id: 'x', approved: true, emailVerified: true, createdAt: 'x' }],
    [
      'stored fields that no form has',
      {
        approval: { paymentAccountVerified: true, granted: true, revoked: false },
        acceptedNames: [],
        credentialEpoch: 9,
        hasSecondFactor: false,
        identityReview: 'accepted',
        lockedAt: 'x',
        market: 'x',
        partner: { id: 'x', name: 'x' },
        paymentAccountId: 'x',
        scans: {},
        version: 9,
      },
    ],
    ['a confirmation without a password', { passwordConfirmation: 'x', currentPassword: 'wrong' }],
  ])('PUT /api/v1/me writes nothing when the body contains %s', async (_, sent) => {
    const { token, id } = await registerUser();
    const before = await listItems(service.deps, `USER#${id}`);

    expect(await updateProfile(token, sent)).toMatchObject({
      status: 200,
      body: { data: await getProfile(token) },
    });

    expect(await listItems(service.deps, `USER#${id}`)).toEqual(before);
  });

  it('PUT /api/v1/me writes nothing when all values stay the same', async () => {
    const own = await startService();
    const email = uniqueEmail();
    const { token } = await (role === 'expert'
      ? own.registerExpert({ email })
      : own.registerClient({ email }));
    await own.runJobs();
    const [before, { data }] = [await listItems(own.deps), (await own.get('/me', { token })).body];

    const response = await own.put('/me', { ...data, currentPassword: PASSWORD }, { token });

    expect(response).toMatchObject({ status: 200, body: { data } });
    expect(await listItems(own.deps)).toEqual(before);
  });
});

it.each([null, ' '])('a client can clear the optional fields with %j', async blank => {
  const fields = ['phone', 'firstName', 'lastName', 'billingAddress', 'shippingAddress', 'company'];
  const { token } = await service.registerClient({ ...COMMON, phone: uniquePhone() });

  const cleared = await updateProfile(token, Object.fromEntries(fields.map(field => [field, blank])));

  expect(fields.map(field => cleared.body.data[field])).toEqual(Array(6).fill(null));
});

it('PUT /api/v1/me by a client ignores fields that only experts have, even with invalid values', async () => {
  const { token } = await service.registerClient();
  const before = await getProfile(token);

  const { status, body } = await updateProfile(token, {
    bankAccount: { iban: 'x' },
    regions: ['xx'],
    registrationNumber: 1,
  });

  expect({ status, body }).toEqual({ status: 200, body: { data: before } });
});

it.each<[string, unknown]>([
  ['regions', ['ba']],
  ['registrationNumber', '123 456'],
])('PUT /api/v1/me by an expert changes %s and no other field', async (field, value) => {
  const { token } = await service.registerExpert();
  const before = await getProfile(token);

  const { status, body } = await updateProfile(token, { [field]: value });

  expect({ status, body }).toEqual({ status: 200, body: { data: { ...before, [field]: value } } });
});

it('the mail about a changed bank account contains only the last four digits of the IBAN', async () => {
  const own = await startService();
  const email = uniqueEmail();
  const { token } = await own.registerExpert({ email });

  const change = { bankAccount: { iban: 'sk89 7500 0000 0000 1234 5671' }, currentPassword: PASSWORD };
  const { status, body } = await own.put('/me', change, { token });

  expect([status, body.data.bankAccount]).toEqual([200, { iban: IBAN }]);
  await own.runJobs();
  const [mail] = (await own.listMailsTo(email)).filter(
    ({ subject }) => subject === MAIL_SUBJECTS.bankAccountChanged,
  );
  expect(mail?.body.text).toContain('končí na 5671.');
  expect(mail?.body.text).not.toContain('15671');
});

it.each<[string, object, string]>([
  ['firstName', { firstName: 'Eva' }, 'pending'],
  ['lastName', { lastName: 'Malá' }, 'pending'],
  ['registrationNumber', { registrationNumber: '1' }, 'pending'],
  ['the same name', { firstName: 'Jana' }, 'accepted'],
  ['regions', { regions: ['za'] }, 'accepted'],
  ['phone', { phone: uniquePhone() }, 'accepted'],
])('after an expert sends %s, the identity review is %s', async (_, change, review) => {
  const { token, id } = await service.registerExpert({ firstName: 'Jana' });
  const expert = (await service.deps.accounts.find(id)) as Expert;
  await saveAccount(service.deps, expert, { ...expert, identityReview: 'accepted' });

  expect((await updateProfile(token, change)).body.data.identityReview).toBe(review);
});

it('an expert who changes name, phone number and regions receives no mail', async () => {
  const own = await startService();
  const email = uniqueEmail();
  const { token } = await own.registerExpert({ email });

  await own.put('/me', { firstName: 'Eva', phone: uniquePhone(), regions: ['tt'] }, { token });

  await own.runJobs();
  expect(await listSubjects(email)).toEqual([MAIL_SUBJECTS.verify]);
});

it('PUT /api/v1/me lists errors in the documented order of the fields, with the current password last', async () => {
  const { token } = await service.registerExpert();
  const { status, body } = await updateProfile(token, {
    newsletterSubscribed: 'maybe',
    registrationNumber: 'x'.repeat(256),
    regions: [],
    phone: '1',
    bankAccount: { iban: 'x' },
    company: {},
    shippingAddress: {},
    billingAddress: 'x',
    password: 'abc',
    lastName: 'x'.repeat(256),
    firstName: 7,
    email: 'x',
  });

  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual([
    'email',
    'phone',
    'firstName',
    'lastName',
    'password',
    'passwordConfirmation',
    'billingAddress',
    ...['line1', 'line2', 'city', 'postalCode', 'country'].map(member => `shippingAddress.${member}`),
    'company.taxId',
    'bankAccount.iban',
    'regions',
    'registrationNumber',
    'newsletterSubscribed',
    'currentPassword',
  ]);
});
