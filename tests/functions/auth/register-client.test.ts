import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientBody, PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/register/client';
const ADDRESS = { line1: 'Hlavná 1', line2: 'byt 2', city: 'Košice', postalCode: '040 01', country: 'SK' };

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
      partner: null,
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
    phone: ' ',
    firstName: '',
    lastName: null,
    billingAddress: null,
    company: '',
    role: 'expert',
    approved: true,
    emailVerified: true,
    bankAccount: { iban: 'x' },
    id: 'x',
  });

  expect((await service.get('/me', { token })).body.data).toMatchObject({
    phone: null,
    firstName: null,
    lastName: null,
    billingAddress: null,
    company: null,
    role: 'client',
    emailVerified: false,
    bankAccount: null,
  });
});

describe('limit on registrations per IP address', () => {
  let own: Service;

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
});
