/** What leaves the process when AWS is called, and what is made of each kind of answer. */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AwsError, openService, type Service } from '../../../../lib/platform/aws/signed-calls.ts';
import { type Behaviour, NOWHERE, type Received, standIn } from '../../../support/stand-in.ts';

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', SECRET);
  vi.stubEnv('AWS_SESSION_TOKEN', undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const CALL = { headers: { 'x-amz-target': 'Any.Thing' }, body: '{"á":1}' };
const OK: Behaviour = { status: 200, body: '{"done":true}' };

async function serviceThat(behave: (count: number) => Behaviour, change: Partial<Service> = {}) {
  const { url, calls } = await standIn((_, count) => behave(count));
  const call = openService({
    ...{ name: 'dynamodb', url, region: 'eu-central-1', deadlineMs: 1000, attempts: 3 },
    ...change,
  });
  return { call, calls };
}

/** As AWS documents it (Signature Version 4), of a request without a query. */
function signatureOf({ method, headers, body }: Received, service: string, path: string): string {
  const [, scope = '', names = ''] =
    /Credential=AKIDEXAMPLE\/(\S+), SignedHeaders=(\S+),/.exec(String(headers.authorization)) ?? [];
  const lines = names.split(';').map(name => `${name}:${headers[name]}\n`);
  const canonical = [method, path, '', lines.join(''), names, sha256(body)].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const [day = '', region = ''] = scope.split('/');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (key, step) => hmac(key, step),
    `AWS4${SECRET}`,
  );
  return hmac(key, toSign).toString('hex');
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

describe('a call', () => {
  it('is a signed POST, told its length in bytes', async () => {
    const { call, calls } = await serviceThat(() => OK);

    expect(String((await call(CALL)).body)).toBe('{"done":true}');

    const [{ method, path, headers, body } = { headers: {} }] = calls;
    expect({ method, path, body: String(body) }).toEqual({ method: 'POST', path: '/', body: CALL.body });
    expect(headers).toMatchObject({ 'x-amz-target': 'Any.Thing', 'content-length': '8' });
    expect(headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, SignedHeaders=content-length;host;x-amz-content-sha256;x-amz-date;x-amz-target, Signature=[0-9a-f]{64}$/,
    );
    expect(headers).not.toHaveProperty('x-amz-security-token');
  });

  it("is signed with a session's token, of which AWS gives each Lambda one", async () => {
    vi.stubEnv('AWS_SESSION_TOKEN', 'token of the session');
    const { call, calls } = await serviceThat(() => OK);

    await call(CALL);

    expect(calls[0]?.headers).toMatchObject({ 'x-amz-security-token': 'token of the session' });
    expect(calls[0]?.headers.authorization).toContain(';x-amz-security-token;');
  });

  it.each([
    [5, 'hello'],
    [4, ''],
    [0, ''],
  ])('that wants %i bytes at most reads no longer answer', async (most, read) => {
    const { call } = await serviceThat(() => ({ status: 200, body: 'hello' }));

    const { headers, body } = await call({ method: 'GET', most });

    expect([headers['content-length'], String(body)]).toEqual(['5', read]);
  });

  it.each([
    ['s3', 'as it is sent', '/a/%C4%8D%201'],
    ['lambda', 'encoded once more', '/a/%25C4%258D%25201'],
  ])('of %s has its path signed %s', async (name, _, signed) => {
    const path = '/a/%C4%8D%201';
    const { call, calls } = await serviceThat(() => OK, { name });

    await call({ path });

    const [received] = calls as [Received];
    expect(received.path).toBe(path);
    expect(received.headers.authorization).toContain(signatureOf(received, name, signed));
  });

  it('that is answered with nothing is answered', async () => {
    const { call } = await serviceThat(() => ({ status: 200, headers: { 'x-more': '1' } }));

    expect(await call(CALL)).toMatchObject({ headers: { 'x-more': '1' }, body: Buffer.alloc(0) });
  });
});

describe('a no', () => {
  it.each<[string, Behaviour]>([
    ['in the body', { status: 400, body: '{"__type":"com.amazonaws#NotToday","message":"No.","Left":[1]}' }],
    [
      'in a header',
      {
        status: 400,
        headers: { 'x-amzn-errortype': 'NotToday:https://aws/' },
        body: '{"Message":"No.","Left":[1]}',
      },
    ],
  ])('has its name %s, and all that it says', async (_, no) => {
    const { call, calls } = await serviceThat(() => no);

    const error = await call(CALL).catch(error => error);

    expect(error).toBeInstanceOf(AwsError);
    expect(error).toMatchObject({ name: 'NotToday', message: 'dynamodb: No.', answer: { Left: [1] } });
    expect(calls).toHaveLength(1);
  });

  it('in XML has its name, and says why', async () => {
    const body = '<Error><Code>KMS.DisabledException</Code><Message>The key is disabled.</Message></Error>';
    const { call } = await serviceThat(() => ({ status: 400, body }));

    await expect(call(CALL)).rejects.toMatchObject({
      name: 'KMS.DisabledException',
      message: 'dynamodb: The key is disabled.',
    });
  });

  it('of somebody in between has its status for a name', async () => {
    for (const body of ['<html>Forbidden</html>', 'null', '']) {
      const { call } = await serviceThat(() => ({ status: 403, body }));

      await expect(call(CALL)).rejects.toMatchObject({ name: 'HTTP 403', message: 'dynamodb: ' });
    }
  });
});

describe('what may pass', () => {
  const THROTTLED: Behaviour = { status: 400, body: '{"__type":"any#ThrottlingException"}' };
  const TROUBLES: readonly [string, Behaviour][] = [
    ['has too much to do', THROTTLED],
    ['failed', { status: 500, body: '' }],
    ['is out of reach behind a proxy', { status: 503, body: '<html>' }],
    ['hung up', 'hang up'],
  ];

  it.each(TROUBLES)('is tried again: it %s', async (_, trouble) => {
    const { call, calls } = await serviceThat(count => (count < 3 ? trouble : OK));

    expect(String((await call(CALL)).body)).toBe('{"done":true}');
    expect(calls).toHaveLength(3);
  });

  it.each(TROUBLES)('is told when no attempt is left: it %s', async (_, trouble) => {
    const { call, calls } = await serviceThat(() => trouble, { attempts: 2 });

    await expect(call(CALL)).rejects.toThrow();
    expect(calls).toHaveLength(2);
  });

  it('is signed anew each time', async () => {
    const { call, calls } = await serviceThat(count => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
      return count < 2 ? 'hang up' : OK;
    });

    await call(CALL);

    const [first, second] = calls.map(({ headers }) => headers);
    expect(first?.['x-amz-date']).not.toBe(second?.['x-amz-date']);
    expect(first?.authorization).not.toBe(second?.authorization);
  });
});

it('troubles that pass do not use up the retries of all that comes after', async () => {
  const { call, calls } = await serviceThat(count => (count % 3 === 1 ? { status: 500 } : OK));

  for (let times = 0; times < 100; times++) await call(CALL);

  expect(calls).toHaveLength(150);
});

it('an answer that breaks off is not waited for', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('{"a');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = openService({ name: 's3', url, region: 'eu-central-1', deadlineMs: 100, attempts: 1 });
  const begun = performance.now();

  await expect(call(CALL)).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(performance.now() - begun).toBeLessThan(2500); // of an endless one
});

it('an answer that does not come is not waited for', async () => {
  const { call } = await serviceThat(() => 'hang', { deadlineMs: 50, attempts: 1 });

  await expect(call(CALL)).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('nobody at the address is an error of its own', async () => {
  const { call } = await serviceThat(() => OK, { url: NOWHERE });

  await expect(call(CALL)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
