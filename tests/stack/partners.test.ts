/** Two partners and the service without a partner, over HTTP against the stack that `npm start` runs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Stack, startStack } from '../infra/local/start-stack.ts';
import { clientBody, expertBody, PASSWORD, uniqueEmail, uniquePhone } from '../support/builders.ts';
import { partnerBody } from '../support/partners.ts';
import { BUYER, testimonyBody } from '../support/testimony-builders.ts';
import { startReceiver } from '../support/webhook-receiver.ts';

const CONTACT = { email: 'eva@klienti.sk', phone: uniquePhone() };
const WAIT = { timeout: 30_000, interval: 200 };
const ORIGIN = 'https://jeden.portal.sk';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.ready();
}, 240_000);
afterAll(() => {
  process.kill(-stack.pid, 'SIGINT');
});

// biome-ignore lint/suspicious/noExplicitAny: the body of a response
async function call(path: string, { body, ...headers }: Record<string, unknown> = {}): Promise<any> {
  const response = await fetch(`${stack.url}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
  });
  return { status: response.status, ...((await response.json()) as object) };
}

it('an address is registered in three markets, and each partner reads the mail with a link to its own frontend', async () => {
  const partners = await Promise.all(
    [ORIGIN, 'http://localhost:5173'].map(
      async frontendUrl => (await call('/sandbox/partners', { body: partnerBody({ frontendUrl }) })).data,
    ),
  );

  for (const headers of [...partners.map(({ id }) => ({ 'x-partner': id })), {}]) {
    expect((await call('/auth/register/client', { body: clientBody(CONTACT), ...headers })).status).toBe(201);
    expect((await call('/auth/register/client', { body: clientBody(CONTACT), ...headers })).status).toBe(422);
  }

  for (const { key, frontendUrl } of partners) {
    const [mail] = await vi.waitFor(async () => {
      const { data } = await call(`/sandbox/mails?to=${CONTACT.email}`, { authorization: `Bearer ${key}` });
      expect(data).toHaveLength(1);
      return data;
    }, WAIT);
    expect(mail).toMatchObject({
      state: 'held',
      text: expect.stringContaining(`${frontendUrl}/verify-email`),
    });
    expect((await call('/partner', { authorization: `Bearer ${key}` })).data.users).toBe(1);
  }
});

it('npm installs the client from the stack', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'client-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));

  execFileSync('npm', ['install', '--no-audit', '--no-fund', `${stack.url}/client.tgz`], { cwd });
  const program =
    "import('trhovisko-posudkov-client').then(client => console.log(typeof client.createClient))";

  expect(execFileSync(process.execPath, ['-e', program], { cwd, encoding: 'utf8' }).trim()).toBe('function');
});

it('each of two partners receives and lists only the events of its own users', async () => {
  const register = async () => {
    const receiver = await startReceiver();
    const { id, key } = (await call('/sandbox/partners', { body: partnerBody() })).data;
    const authorization = `Bearer ${key}`;
    const webhook = { url: receiver.url, types: ['account.registered'] };
    await fetch(`${stack.url}/partner`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ webhook }),
    });
    await vi.waitFor(
      async () => expect((await call('/partner', { authorization })).data.webhook.state).toBe('enabled'),
      WAIT,
    );
    return { receiver, authorization, guest: { 'x-partner': id } };
  };
  const partners = [await register(), await register()];

  for (const { guest } of partners) {
    const body = clientBody({ ...CONTACT, phone: uniquePhone() });
    expect((await call('/auth/register/client', { body, ...guest })).status).toBe(201);
  }

  const users = await Promise.all(
    partners.map(async ({ receiver, authorization }) => {
      await vi.waitFor(() => expect(receiver.calls).toHaveLength(1), WAIT);
      const { data: listed } = await call('/partner/events?type=account.registered', { authorization });
      const { data: deliveries } = await call('/partner/deliveries', { authorization });
      const [event] = receiver.listEvents();
      expect(listed).toEqual([event?.data]);
      expect(deliveries.map(({ type }: { type: string }) => type)).toEqual([
        'account.registered',
        'webhook.challenge',
      ]);
      return event?.data.userId;
    }),
  );
  expect(new Set(users).size).toBe(2);
});

describe('two partners and the own frontend of the service, whose users make the same requests at once', () => {
  const CLIENT = { email: uniqueEmail(), phone: uniquePhone() };
  const EXPERT = { email: uniqueEmail(), phone: uniquePhone() };

  /** Follows the link in the verification mail to a user. */
  async function verify(authorization: string): Promise<void> {
    const link = await vi.waitFor(async () => {
      const { data } = await call('/sandbox/me/mails', { authorization });
      const [, url = ''] = /verify-email\?url=(\S+)/.exec(JSON.stringify(data)) ?? [];
      expect(url).not.toBe('');
      return decodeURIComponent(url.replace(/\\.*/, ''));
    }, WAIT);
    expect((await fetch(link)).status).toBe(204);
  }

  /** Registers a client and an expert at a frontend, and creates a testimony of the client. */
  async function registerUsers(frontendUrl: string | undefined) {
    const { id, key } = frontendUrl
      ? (await call('/sandbox/partners', { body: partnerBody({ frontendUrl }) })).data
      : { id: undefined, key: undefined };
    const guest: Record<string, string> = id ? { 'x-partner': id } : {};
    const registered = await call('/auth/register/client', { body: clientBody(CLIENT), ...guest });
    const form = { method: 'POST', body: expertBody({ ...EXPERT, regions: ['ke'] }), headers: guest };
    const response = await fetch(`${stack.url}/auth/register/expert`, form);
    const client = `Bearer ${registered.data.token}`;
    const expert = `Bearer ${((await response.json()) as { data: { token: string } }).data.token}`;
    await Promise.all([verify(client), verify(expert)]);
    const testimony = (await call('/testimonies', { body: testimonyBody(), authorization: client })).data.id;
    return { key, guest, frontendUrl, client, expert, testimony };
  }

  let frontends: readonly Awaited<ReturnType<typeof registerUsers>>[];
  beforeAll(async () => {
    frontends = await Promise.all([
      registerUsers(ORIGIN),
      registerUsers('http://localhost:5173'),
      registerUsers(undefined),
    ]);
  });

  it('users see only the testimonies and offers of their own market and return to their own frontend after a payment', async () => {
    const body = { price: 250, daysToComplete: 7 };
    for (const { client, expert, testimony } of frontends) {
      const { data: offerable } = await call('/testimonies/offerable', { authorization: expert });
      expect(offerable.map(({ id }: { id: string }) => id)).toEqual([testimony]);
      for (const other of frontends.filter(each => each.testimony !== testimony)) {
        const offer = { body, authorization: expert };
        expect((await call(`/testimonies/${other.testimony}/offers`, offer)).status).toBe(403);
        expect((await call(`/testimonies/${other.testimony}`, { authorization: client })).status).toBe(403);
      }
    }
    for (const { client, expert, testimony, frontendUrl = stack.console } of frontends) {
      const offer = (await call(`/testimonies/${testimony}/offers`, { body, authorization: expert })).data;
      const { data: offers } = await call(`/testimonies/${testimony}/offers`, { authorization: client });
      expect(offers.map(({ id }: { id: string }) => id)).toEqual([offer.id]);
      const { url } = (
        await call(`/testimonies/offers/${offer.id}/checkout`, { body: BUYER, authorization: client })
      ).data;
      const paid = await fetch(url, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' });
      const returnUrl = String(paid.headers.get('location'));
      expect(returnUrl.startsWith(`${frontendUrl}/payment/success?sessionId=`), returnUrl).toBe(true);
    }
  });

  it('a login opens the account of the partner in X-Partner, and a key shows only the mails of its partner', async () => {
    const [one, two, own] = frontends;
    if (!one || !two || !own) throw new Error('a frontend is missing');
    const login = async (guest: Record<string, string>) => {
      const body = { email: CLIENT.email, password: PASSWORD };
      const { data } = await call('/auth/login', { body, ...guest });
      return (await call('/me', { authorization: `Bearer ${data.token}` })).data;
    };
    const me = (authorization: string) => call('/me', { authorization });

    expect((await login(one.guest)).id).toBe((await me(one.client)).data.id);
    expect((await login(two.guest)).id).toBe((await me(two.client)).data.id);
    expect((await login({})).id).toBe((await me(own.client)).data.id);
    expect((await me(own.client)).data.partner).toBeNull();
    expect((await call('/me', { authorization: one.client, ...two.guest })).data.partner.id).toBe(
      one.guest['x-partner'],
    );
    expect((await call('/partner', { authorization: one.client })).status).toBe(401);
    expect((await call('/partner', { authorization: `Bearer ${one.key}` })).status).toBe(200);
    expect((await call('/me', { authorization: `Bearer ${one.key}` })).status).toBe(401);
    const { data } = await call(`/sandbox/mails?to=${CLIENT.email}`, { authorization: `Bearer ${one.key}` });
    expect(JSON.stringify(data)).toContain(ORIGIN);
    expect(JSON.stringify(data)).not.toContain('localhost:5173');
  });
});

it('a browser on the frontend of a partner may send the header of the partner', async () => {
  const preflight = await fetch(`${stack.url}/auth/login`, {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-partner',
    },
  });

  expect(preflight.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/jeden\.portal\.sk)$/);
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('x-partner');
});
