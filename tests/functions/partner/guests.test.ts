/** Tests of guests who come through partners, and of markets in the sandbox (infra/docs/api/partners.md). */
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientBody, PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { withIdempotencyKey } from '../../support/create-request.ts';
import { MAIL_SUBJECTS } from '../../support/find-mails.ts';
import { asOperator } from '../../support/operators.ts';
import { partnerBody, type RegisteredPartner, registerPartner } from '../../support/partners.ts';
import { assertSuccess } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';

const UNKNOWN_PARTNER = { status: 400, headers: { 'x-error-code': 'unknown-partner' } };
const ROUTES = [
  '/auth/register/client',
  '/auth/register/expert',
  '/auth/login',
  '/auth/email/verify/resend',
  '/auth/password/email',
  '/auth/password/reset',
  '/uploads',
];

let service: Service;
let one: RegisteredPartner;
let other: RegisteredPartner;
beforeAll(async () => {
  service = await startService({ SANDBOX: 'true' });
  [one, other] = [await registerPartner(service), await registerPartner(service)];
});

type Guest = Pick<RegisteredPartner, 'headers'> | undefined;

const register = (guest: Guest, change: object = {}, where = service) =>
  where.post('/auth/register/client', clientBody({ ...change }), {
    ...(guest && { headers: guest.headers }),
  });
const login = (guest: Guest, email: string, password = PASSWORD, where = service) =>
  where.post('/auth/login', { email, password }, { ...(guest && { headers: guest.headers }) });

it.each(ROUTES)(
  'a request to %s with an unknown, malformed or disabled partner in X-Partner returns 400',
  async path => {
    const disabled = await registerPartner(service);
    await service.post(`/operator/partners/${disabled.id}/disable`, { reason: 'x' }, asOperator);

    for (const id of [v7(), 'x', '', `${one.id}|x`, disabled.id])
      expect(await service.post(path, {}, { headers: { 'x-partner': id } })).toMatchObject(UNKNOWN_PARTNER);
  },
);

it('the account shows the partner through which it was registered', async () => {
  const { token } = assertSuccess(await register(one));

  expect((await service.get('/me', { token })).body.data.partner).toEqual({
    id: one.id,
    name: 'Realitný portál',
  });
  const { token: own } = assertSuccess(await register(undefined));
  expect((await service.get('/me', { token: own })).body.data.partner).toBeNull();
});

it('X-Partner accepts the id of a partner in upper case as well', async () => {
  const { token } = assertSuccess(await register({ headers: { 'x-partner': one.id.toUpperCase() } }));

  expect((await service.get('/me', { token })).body.data.partner.id).toBe(one.id);
});

it("X-Partner is ignored in a request with a valid token, which stays in the market of the token's user", async () => {
  const email = uniqueEmail();
  const { token } = assertSuccess(await register(one, { email }));
  const headers = { 'x-partner': 'unknown' };

  expect((await service.get('/me', { token, headers })).status).toBe(200);
  expect((await service.post('/auth/login', { email, password: PASSWORD }, { token, headers })).status).toBe(
    200,
  );
});

it('an address and a phone number can be registered once in each market', async () => {
  const contact = { email: uniqueEmail(), phone: uniquePhone() };

  for (const guest of [one, other, undefined]) {
    expect((await register(guest, contact)).status).toBe(201);
    expect((await register(guest, contact)).body.errors).toEqual({
      email: [expect.any(String)],
      phone: [expect.any(String)],
    });
  }
});

it('an address and a password log in only to the account in the market where they were registered', async () => {
  const email = uniqueEmail();
  const passwords = new Map([
    [one, 'Tajne heslo 1'],
    [other, 'Tajne heslo 2'],
  ]);
  for (const [guest, password] of passwords)
    await register(guest, { email, password, passwordConfirmation: password });

  for (const [guest] of passwords)
    for (const [owner, password] of passwords)
      expect((await login(guest, email, password)).status).toBe(guest === owner ? 200 : 401);
  expect((await login(undefined, email)).status).toBe(401);
});

it('an account can take an address that only another market uses', async () => {
  const email = uniqueEmail();
  await register(other, { email });
  const { token } = assertSuccess(await register(one));
  const change = { email, currentPassword: PASSWORD };

  expect((await service.put('/me', change, { token })).status).toBe(200);
  expect((await login(one, email)).status).toBe(200);
});

it('a guest can use an idempotency key of another market', async () => {
  const key = withIdempotencyKey();
  const send = (guest: Guest, email: string) =>
    service.post('/auth/register/client', clientBody({ email }), {
      headers: { ...key.headers, ...guest?.headers },
    });

  for (const guest of [one, other, undefined]) expect((await send(guest, uniqueEmail())).status).toBe(201);
  expect((await send(one, uniqueEmail())).status).toBe(422);
});

it('a password reset in one market does not change the account with the same address in another market', async () => {
  const email = uniqueEmail();
  const tokens = [
    assertSuccess(await register(one, { email })),
    assertSuccess(await register(other, { email })),
  ];
  await service.post('/auth/password/email', { email }, { headers: one.headers });
  await service.runJobs();
  const [{ token: owner }] = tokens as [{ token: string }];
  const [mail] = (await service.deps.mails.all(owner.slice(0, 36))).filter(
    ({ subject }) => subject === MAIL_SUBJECTS.reset,
  );
  const [, token = ''] = /[?]token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  const form = { email, token, password: 'iné heslo 2', passwordConfirmation: 'iné heslo 2' };
  const reset = (guest: Guest) =>
    service.post('/auth/password/reset', form, { ...(guest && { headers: guest.headers }) });

  for (const guest of [other, undefined])
    expect(await reset(guest)).toMatchObject({ status: 400, headers: { 'x-error-code': 'reset-failed' } });
  expect((await reset(one)).status).toBe(204);

  const statuses = await Promise.all(tokens.map(({ token: each }) => service.get('/me', { token: each })));
  expect(statuses.map(({ status }) => status)).toEqual([401, 200]);
});

it('the number of users of a partner does not include closed accounts', async () => {
  const partner = await registerPartner(service);
  const count = async () => (await service.get('/partner', { token: partner.key })).body.data.users;
  const { token } = assertSuccess(await register(partner));
  await register(partner);
  expect(await count()).toBe(2);

  await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });

  expect(await count()).toBe(1);
});

it('operators find an address only in the market that their search names', async () => {
  const email = uniqueEmail();
  for (const guest of [one, other, undefined]) await register(guest, { email });
  const find = async (query: Record<string, string>) =>
    (await service.get(`/operator/users?${new URLSearchParams({ email, ...query })}`, asOperator)).body.data;

  expect(await find({ partner: one.id })).toMatchObject([{ email, partner: { id: one.id } }]);
  expect(await find({})).toMatchObject([{ email, partner: null }]);
});

describe('limits in markets', () => {
  it('limits per source and per address are counted separately for each market', async () => {
    const strict = await startService({ SANDBOX: 'true', RATE_LIMITS: 'strict' });
    const first = await registerPartner(strict);
    for (let count = 0; count < 20; count++) expect((await register(first, {}, strict)).status).toBe(201);

    expect((await register(first, {}, strict)).status).toBe(429);
    expect((await register(undefined, {}, strict)).status).toBe(201);

    strict.deps.clock.toNextMinute();
    const email = uniqueEmail();
    for (let count = 0; count < 5; count++) await login(first, email, 'Zle heslo 1', strict);
    expect((await login(first, email, 'Zle heslo 1', strict)).status).toBe(429);
    expect((await login(undefined, email, 'Zle heslo 1', strict)).status).toBe(401);
  });
});

it('outside a sandbox, the users of all partners share one market', async () => {
  const production = await startService({ STAGE: 'production' });
  const create = async () =>
    assertSuccess(
      await production.post('/operator/partners', { ...partnerBody(), reason: 'Zmluva.' }, asOperator),
    ).id;
  const guests = [await create(), await create()].map(id => ({ headers: { 'x-partner': id } }));
  const email = uniqueEmail();
  const { token } = assertSuccess(await register(guests[0], { email }, production));

  expect((await production.get('/me', { token })).body.data.partner.id).toBe(guests[0]?.headers['x-partner']);
  expect((await register(guests[1], { email }, production)).status).toBe(422);
  for (const guest of [...guests, undefined])
    expect((await login(guest, email, PASSWORD, production)).status).toBe(200);
});
