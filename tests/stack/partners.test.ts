/** Two partners and the service without a partner, over HTTP against the stack that `npm start` runs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Stack, startStack } from '../infra/local/start-stack.ts';
import { clientBody, uniquePhone } from '../support/builders.ts';
import { partnerBody } from '../support/partners.ts';
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
