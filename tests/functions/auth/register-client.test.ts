import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DUMMY_TOKEN } from '../../../infra/local/emulators.ts';
import { clientBody, type Fields, PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { listSubjects, MAIL_SUBJECTS } from '../../support/find-mails.ts';
import { countItems } from '../../support/inspect-store.ts';
import { type Service, type ServiceResponse, startService } from '../../support/start-service.ts';

const PATH = '/auth/register/client';
const ADDRESS = { line1: 'Hlavná 1', line2: 'byt 2', city: 'Košice', postalCode: '040 01', country: 'SK' };
const EMAIL_TAKEN = 'Táto e-mailová adresa je už zaregistrovaná.';
const PHONE_TAKEN = 'Toto telefónne číslo je už zaregistrované.';
const NO_MAIL = 'Doména tejto e-mailovej adresy neprijíma poštu.';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

it('client registration creates an account from the required fields and returns a bearer token', async () => {
  const email = uniqueEmail();

  const { status, body } = await service.post(PATH, clientBody({ email: `  ${email.toUpperCase()} ` }));

  expect({ status, body }).toEqual({
    status: 201,
    body: { data: { token: expect.stringMatching(/^[0-9a-f-]{36}_[0-9a-f-]{36}\|[\w-]{43}$/) } },
  });
  const { token } = body.data;
  expect((await service.get('/me', { token })).body).toEqual({
    data: {
      id: token.slice(0, 36),
      email,
      emailVerified: false,
      phone: null,
      role: 'client',
      firstName: null,
      lastName: null,
      billingAddress: null,
      shippingAddress: null,
      company: null,
      bankAccount: null,
      regions: expect.toSatisfy(regions => regions === null || regions.length === 0),
      newsletterSubscribed: false,
      secondFactor: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
  });
  expect(await service.signIn(email)).toMatch(/\|/);
});

it('client registration stores all optional fields', async () => {
  const phone = uniquePhone();
  const shippingAddress = { firstName: 'Eva', lastName: null, ...ADDRESS };
  const company = { businessId: null, taxId: '2020123456', vatId: 'SK2020123456' };
  const given = { firstName: 'Ján', lastName: 'Novák', billingAddress: ADDRESS, shippingAddress, company };

  const { token } = await service.registerClient({ ...given, phone, newsletterSubscribed: true });

  expect((await service.get('/me', { token })).body.data).toMatchObject({
    ...given,
    phone,
    newsletterSubscribed: true,
  });
});

it('client registration ignores blank fields, null fields and fields that only experts have', async () => {
  const { token } = await service.registerClient({
    ...{ phone: ' ', firstName: '', lastName: null, billingAddress: null, company: '' },
    ...{ role: 'expert', approved: true, emailVerified: true, bankAccount: { iban: 'x' }, id: 'x' },
  });

  expect((await service.get('/me', { token })).body.data).toMatchObject({
    ...{ phone: null, firstName: null, lastName: null, billingAddress: null, company: null },
    ...{ role: 'client', emailVerified: false, bankAccount: null },
  });
});

it('client registration creates six items in the table and sends one verification mail', async () => {
  const own = await startService();
  const email = uniqueEmail();

  await own.registerClient({ email });

  expect(await countItems(own.deps)).toEqual({
    USER: 1,
    TOKEN: 1,
    EMAIL: 1,
    CREATED: 1,
    ACTIVITY: 1,
    JOB: 1,
  });
  await own.runJobs();
  expect(await listSubjects(email)).toEqual([MAIL_SUBJECTS.verify]);
});

it('client registration returns 403 to a caller who is already signed in', async () => {
  const { token } = await service.registerClient();

  const { status, body } = await service.post(PATH, Buffer.from('no JSON'), { token });

  expect({ status, body }).toEqual({
    status: 403,
    body: { message: 'Access denied for authenticated users.' },
  });
  expect((await service.post(PATH, clientBody(), { token: 'nonsense' })).status).toBe(201);
});

it.each<[string, object, string, Record<string, string[]>]>([
  [
    'a body without fields',
    {},
    'Zadajte e-mailovú adresu. (a 3 ďalšie chyby)',
    {
      email: ['Zadajte e-mailovú adresu.'],
      password: ['Zadajte heslo.'],
      passwordConfirmation: ['Zopakujte heslo.'],
      termsAgreed: ['Musíte súhlasiť s podmienkami.'],
    },
  ],
  [
    'a different password confirmation',
    clientBody({ passwordConfirmation: 'Tajné heslo 2' }),
    'Heslá sa nezhodujú.',
    { passwordConfirmation: ['Heslá sa nezhodujú.'] },
  ],
  [
    'a missing password confirmation',
    clientBody({ passwordConfirmation: undefined }),
    'Zopakujte heslo.',
    { passwordConfirmation: ['Zopakujte heslo.'] },
  ],
  [
    'a missing agreement to the terms',
    clientBody({ termsAgreed: false }),
    'Musíte súhlasiť s podmienkami.',
    { termsAgreed: ['Musíte súhlasiť s podmienkami.'] },
  ],
  [
    'a password of eight spaces',
    clientBody({ password: ' '.repeat(8), passwordConfirmation: ' '.repeat(8) }),
    'Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.',
    { password: ['Heslo musí obsahovať aspoň jedno písmeno a jednu číslicu.'] },
  ],
  [
    'an address without line2',
    clientBody({ billingAddress: { ...ADDRESS, line2: null } }),
    'Zadajte doplňujúci údaj adresy.',
    { 'billingAddress.line2': ['Zadajte doplňujúci údaj adresy.'] },
  ],
  [
    'a company without a tax ID',
    clientBody({ company: {} }),
    'Zadajte DIČ.',
    { 'company.taxId': ['Zadajte DIČ.'] },
  ],
  [
    'a phone number without a country code',
    clientBody({ phone: '0901 234 567' }),
    'Telefónne číslo zadajte v medzinárodnom tvare, napríklad +421901234567.',
    { phone: ['Telefónne číslo zadajte v medzinárodnom tvare, napríklad +421901234567.'] },
  ],
  [
    'an e-mail domain that accepts no mail',
    clientBody({ email: 'jana@nowhere.invalid' }),
    NO_MAIL,
    { email: [NO_MAIL] },
  ],
])('client registration returns 422 with the field errors for %s', async (_, sent, message, errors) => {
  const { status, body } = await service.post(PATH, sent);

  expect({ status, body }).toEqual({ status: 422, body: { message, errors } });
  expect(Object.keys(body.errors)).toEqual(Object.keys(errors));
});

it.each<[string, number, Buffer | undefined, string]>([
  ['malformed JSON', 400, Buffer.from('{"email":'), 'application/json'],
  ['a list', 400, Buffer.from('[]'), 'application/json'],
  ['a reserved key', 400, Buffer.from('{"__proto__":{}}'), 'application/json'],
  ['a urlencoded form', 415, Buffer.from('email=x'), 'application/x-www-form-urlencoded'],
])('a client registration with %s as the body is rejected with %i', async (_, status, body, type) => {
  const response = await service.post(PATH, body, { headers: { 'content-type': type } });

  expect(response).toMatchObject({ status, body: { message: expect.any(String) } });
  expect(Object.keys(response.body)).toEqual(['message']);
});

it('client registration returns 422 when an expert already uses the e-mail address and phone number', async () => {
  const taken = { email: uniqueEmail(), phone: uniquePhone() };
  await service.registerExpert(taken);

  const { status, body } = await service.post(PATH, clientBody(taken));

  expect({ status, body }).toEqual({
    status: 422,
    body: {
      message: `${EMAIL_TAKEN} (a 1 ďalšia chyba)`,
      errors: { email: [EMAIL_TAKEN], phone: [PHONE_TAKEN] },
    },
  });
});

it.each<[string, () => Fields]>([
  ['one e-mail address', () => ({ email: uniqueEmail() })],
  ['one phone number', () => ({ phone: uniquePhone() })],
])('only one account is created when twenty concurrent client registrations share %s', async (_, shared) => {
  const own = await startService();
  const change = shared();

  const responses = await Promise.all(Array.from({ length: 20 }, () => own.post(PATH, clientBody(change))));

  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(422)]);
  expect((await countItems(own.deps)).USER).toBe(1);
});

describe('bot protection of the client registration', () => {
  const startWithBotProtection = () => startService({ BOT_PROTECTION: 'true' });

  it('client registration requires a valid challenge token when bot protection is on', async () => {
    const own = await startWithBotProtection();
    const without = await own.post(PATH, clientBody());
    const wrong = await own.post(PATH, clientBody({ turnstileToken: 'x' }));
    const right = await own.post(PATH, clientBody({ turnstileToken: DUMMY_TOKEN }));

    expect(without).toMatchObject({
      status: 422,
      body: { errors: { turnstileToken: ['Potvrďte, že nie ste robot.'] } },
    });
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { turnstileToken: ['Overenie, že nie ste robot, zlyhalo. Skúste to znova.'] } },
    });
    expect(right.status).toBe(201);
  });

  it('client registration verifies the challenge token before it looks up the mail domain', async () => {
    const own = await startWithBotProtection();

    const { body } = await own.post(PATH, clientBody({ email: 'x@y.invalid', turnstileToken: 'x' }));

    expect(Object.keys(body.errors)).toEqual(['turnstileToken']);
  });
});

describe('limit on registrations per IP address', () => {
  let own: Service;
  const pickStatusAndPolicy = ({ status, headers }: ServiceResponse) => [status, headers['ratelimit-policy']];

  beforeEach(async () => {
    own = await startService({ RATE_LIMITS: 'strict' });
    own.deps.clock.advance(3600_000 - (own.deps.clock.now().getTime() % 3600_000));
  });

  it('registration returns 429 after twenty registrations of clients and experts per hour from one IP address', async () => {
    for (let opened = 0; opened < 19; opened++) await own.registerClient();
    for (let sent = 0; sent < 30; sent++) await own.post(PATH, {});
    await own.registerExpert();

    const { status, headers, body } = await own.post(PATH, Buffer.from('{'));

    expect({ status, body }).toEqual({ status: 429, body: { message: 'Too many requests.' } });
    expect(headers['ratelimit-policy']).toBe('"registrations";q=20;w=3600');
    expect(headers.ratelimit).toBe(`"registrations";r=0;t=${headers['retry-after']}`);
    expect((await own.post(PATH, clientBody(), { source: '192.0.2.99' })).status).toBe(201);
    expect((await own.post(PATH, clientBody({ password: PASSWORD }))).status).toBe(429);
    own.deps.clock.advance(3600_000);
    expect((await own.post(PATH, clientBody())).status).toBe(201);
  });

  it('only twenty of thirty concurrent client registrations from one IP address create an account', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => own.post(PATH, clientBody())));

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    const rejectedResponses = responses.filter(({ status }) => status !== 201);
    for (const response of rejectedResponses)
      expect(pickStatusAndPolicy(response)).toEqual([429, '"registrations";q=20;w=3600']);
    expect((await countItems(own.deps)).USER).toBe(20);
  });

  it('client registration returns 429 after two hundred invalid requests per hour from one IP address', async () => {
    for (let sent = 0; sent < 200; sent++) await own.post(PATH, {});

    expect(pickStatusAndPolicy(await own.post(PATH, clientBody()))).toEqual([
      429,
      '"registration-requests";q=200;w=3600',
    ]);
  });
});

it('a registration can be repeated more than twenty times per hour with RATE_LIMITS set to partner', async () => {
  const own = await startService({ RATE_LIMITS: 'partner' });
  for (let opened = 0; opened < 21; opened++) await own.registerClient();

  const { exceeded } = await own.deps.rateLimiter.peek({
    limit: 'registrations',
    key: '192.0.2.1',
    at: own.deps.clock.now(),
  });

  expect(exceeded).toBeUndefined();
});
