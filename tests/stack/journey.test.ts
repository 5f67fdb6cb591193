/** End-to-end test over HTTP against the stack that `npm start` runs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import * as runtime from '../../infra/client/runtime/index.ts';
import { writePackage } from '../../infra/client/write-package.ts';
import { cors } from '../../infra/http-api/cors.ts';
import { type Stack, startStack } from '../infra/local/start-stack.ts';
import {
  createJpeg,
  createPdf,
  createPng,
  expertBody,
  expertFields,
  type Fields,
  PASSWORD as OTHERS,
} from '../support/builders.ts';
import { BUYER, testimonyBody } from '../support/testimony-builders.ts';

const TEN_MEGABYTES = 10_485_760;
const EMAIL = 'marked.journey@znalci.sk';
const PASSWORD = 'MarkedPassword1';
const SCAN = new Blob([Buffer.from('ffd8ff', 'hex'), 'markedscan'.repeat(100_000)]);

let stack: Stack;
let token: string;

const fetchApi = (path: string, { bearer, ...init }: RequestInit & { bearer?: string } = {}) =>
  fetch(`${stack.url}${path}`, {
    ...init,
    ...(bearer && { headers: { authorization: `Bearer ${bearer}` } }),
  });
const postForm = (path: string, body: FormData) => fetchApi(path, { method: 'POST', body });

/** Reads the CORS settings from which the template of a stage is generated. */
function readCors(stage: string) {
  const file = new URL(`../../infra/stages/${stage}.yml`, import.meta.url);
  const settings = parse(readFileSync(file, 'utf8'), { logLevel: 'silent' });
  return cors({
    resolveConfigurationProperty: async ([section]) => (section === 'provider' ? stage : settings),
  });
}

async function listSubjects(address: string): Promise<string[]> {
  const response = await fetch(`${stack.inbox}/store?${new URLSearchParams({ to: address })}`);
  const { emails } = (await response.json()) as { emails: { subject: string }[] };
  return emails.map(({ subject }) => subject);
}

beforeAll(async () => {
  stack = await startStack();
  await stack.ready();
}, 240_000);

afterAll(async () => {
  process.kill(-stack.pid, 'SIGINT');
  await stack.ended;
}, 60_000);

describe('registration of an expert in the local stack', () => {
  const markedFields: Fields = {
    email: EMAIL,
    phone: '+421905987654',
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    turnstileToken: 'markedchallenge',
    verificationDocumentFront: SCAN,
  };

  const sendRegistration = () =>
    fetch(`${stack.url}/auth/register/expert`, {
      method: 'POST',
      body: expertBody(markedFields),
      headers: { 'idempotency-key': 'marked key of the journey' },
    });

  it('the registration of an expert with two scans returns a bearer token', async () => {
    const response = await sendRegistration();

    expect(response.status, stack.output()).toBe(201);
    ({ token } = ((await response.json()) as { data: { token: string } }).data);
    expect(response.headers.get('x-request-id')).toMatch(/./);
  });

  it('the sandbox approves an expert after the registration', async () => {
    // On a busy machine, the call of the approval function times out. Then a job approves the expert later.
    const getUser = async () => {
      const response = await fetchApi('/me', { bearer: token });
      return { status: response.status, body: await response.json() };
    };
    await expect.poll(getUser, { timeout: 20_000 }).toMatchObject({
      status: 200,
      body: { data: { email: EMAIL, emailVerified: false, approved: true, identityReview: 'accepted' } },
    });
  });

  it('an expert gets the verification mail and the approval mail once within ten seconds', async () => {
    const both = ['Overte svoju e-mailovú adresu', 'Váš účet znalca bol schválený'];

    await expect
      .poll(async () => (await listSubjects(EMAIL)).sort(), { timeout: 10_000 })
      .toEqual(both.sort());
  });

  it.each([
    ['of exactly 10 MB', TEN_MEGABYTES, 201],
    ['one byte larger than 10 MB', TEN_MEGABYTES + 1, 422],
  ])('a registration with two scans %s (%i bytes) returns %i', async (_, size, status) => {
    const scans = { verificationDocumentFront: createJpeg(size), verificationDocumentBack: createPng(size) };

    expect((await postForm('/auth/register/expert', expertBody(scans))).status).toBe(status);
  });
});

describe('generated API client against the local stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const email = { expert: 'jana.cesta@experti.sk', client: 'eva.cesta@klienti.sk' };
  let createClient: typeof runtime.createClient;
  let people: Record<'expert' | 'client', runtime.ApiClient>;

  const as = (bearer?: string) => createClient({ baseUrl: stack.url.replace('/api/v1', ''), token: bearer });

  async function verify(address: string): Promise<void> {
    const { emails } = (await (await fetch(`${stack.inbox}/store`)).json()) as {
      emails: { destination: { to: string[] }; body: { text: string } }[];
    };
    const mail = emails.find(
      ({ destination, body }) => destination.to.includes(address) && /verify-email/.test(body.text),
    );
    const [, url = ''] = /verify-email\?url=(\S+)/.exec(mail?.body.text ?? '') ?? [];
    await as().verifyEmail(runtime.verificationIn(decodeURIComponent(url)));
  }

  beforeAll(async () => {
    execFileSync('tar', ['xzf', writePackage(folder), '-C', folder]);
    ({ createClient } = await import(join(folder, 'package/esm/index.js')));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('the generated API client registers a client, and an expert whose scans are uploaded to the bucket', async () => {
    const body = {
      ...expertFields({ email: email.expert }),
      verificationDocumentFront: createJpeg(3_000_000),
      verificationDocumentBack: createPng(2_000_000),
    } as unknown as runtime.RegisterExpertData['body'];
    const progress: number[] = [];

    const expert = await as().registerExpert({ body, onProgress: ({ loaded }) => progress.push(loaded) });
    const client = await as().registerClient({
      body: {
        email: email.client,
        password: OTHERS,
        passwordConfirmation: OTHERS,
        termsAgreed: true,
        firstName: 'Eva',
        lastName: 'Malá',
      },
    });
    people = { expert: as(expert.token), client: as(client.token) };

    expect(progress.at(-1)).toBe(5_000_000);
    expect(await people.expert.showMe()).toMatchObject({ approved: true, email: email.expert });
    for (const address of Object.values(email)) {
      await vi.waitFor(() => verify(address), { timeout: 10_000, interval: 200 });
    }
  });

  it('the generated API client takes a testimony from its creation to the download of the document', async () => {
    const { expert, client } = people;
    const testimony = await client.createTestimony({
      body: testimonyBody() as unknown as runtime.CreateTestimonyData['body'],
    });
    const path = { id: testimony.id };
    const offer = await expert.createOffer({ path, body: { price: 250.5, daysToComplete: 10 } });
    const again = await expert
      .createOffer({ path, body: { price: 1, daysToComplete: 1 } })
      .catch(error => error);
    expect([again.code, again.status, typeof again.requestId]).toEqual(['already-offered', 409, 'string']);

    const { url } = await client.checkoutOffer({ path: { offerId: offer.id }, body: BUYER });
    const paid = await fetch(url, { method: 'POST', redirect: 'manual' });
    const sessionId = new URL(paid.headers.get('location') ?? '').searchParams.get('sessionId') ?? '';
    expect(await client.acceptOffer({ body: { sessionId } })).toBeUndefined();

    const delivered = await expert.completeTestimony({ path, body: { document: createPdf(5_000_000) } });
    expect(delivered).toMatchObject({ id: testimony.id, state: 'completed', price: 250.5 });
    const link = await client.downloadTestimony({ path });
    expect((await (await fetch(link.url)).blob()).size).toBe(5_000_000);

    const listed: string[] = [];
    for await (const { id } of runtime.paginate(query => client.listTestimonies({ query }))) listed.push(id);
    expect(listed).toEqual([testimony.id]);
  });
});

it.each([
  ['GET', '/nothing'],
  ['PATCH', '/me'],
])('the local stack returns 404 to %s %s, which no route takes', async (method, path) => {
  const response = await fetchApi(path, { method });

  expect([response.status, await response.json()]).toEqual([404, { message: 'Not Found' }]);
});

it('the local stack takes HEAD requests of monitors', async () => {
  const response = await fetchApi('/health', { method: 'HEAD' });

  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, expect.any(String)]);
});

it('the local stack allows other origins the same request headers and methods as the sandbox on AWS', async () => {
  const { allowedHeaders, allowedMethods, exposedResponseHeaders, maxAge } = await readCors('sandbox');
  const origin = 'http://localhost:5173';
  const preflightHeaders = {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'if-match',
  };

  const preflight = await fetch(`${stack.url}/me`, {
    method: 'OPTIONS',
    headers: { origin, ...preflightHeaders },
  });
  const response = await fetch(`${stack.url}/health`, { headers: { origin } });

  expect([preflight.status, Object.fromEntries(preflight.headers)]).toMatchObject([
    204,
    {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': allowedHeaders.join(','),
      'access-control-allow-methods': allowedMethods.join(','),
      'access-control-expose-headers': exposedResponseHeaders.join(','),
      'access-control-max-age': String(maxAge),
    },
  ]);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const readable = (response.headers.get('access-control-expose-headers') ?? '').split(/, ?/);
  expect(new Set(readable)).toEqual(new Set(exposedResponseHeaders));
});

it('the local stack logs one line for each request', async () => {
  const lines = stack.output().match(/^\{.*"event":"request.completed".*\}$/gm) ?? [];
  const registration = lines.map(line => JSON.parse(line)).find(({ status }) => status === 201);

  expect(registration).toMatchObject({
    route: 'POST /api/v1/auth/register/expert',
    ms: expect.any(Number),
    requestId: expect.any(String),
    userId: token.slice(0, 36),
  });
});

it('the local stack logs no personal data, passwords or tokens', () => {
  const [, secret = ''] = token.split('|');

  for (const text of [
    'marked',
    'znalci.sk',
    '905987654',
    '198742637541',
    secret,
    '$2b$',
    'identity-documents',
  ]) {
    expect(stack.output().toLowerCase()).not.toContain(text.toLowerCase());
  }
});
