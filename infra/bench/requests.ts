/** The events that are measured, and the look at each answer. */
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { HttpHandler } from '../../lib/http/lambda.ts';
import { DUMMY_TOKEN } from '../local/emulators.ts';

export const PASSWORD = 'Meranie je 1 vec';

export interface Account {
  readonly email: string;
  readonly token: string;
}

type Result = Awaited<ReturnType<HttpHandler>>;

/** What a request brings along. */
export interface Sent {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly body?: Buffer;
  /** The ARN that API Gateway's IAM authorizer would give. */
  readonly operator?: string;
}

export function event(
  routeKey: string,
  { token, params = {}, query, headers, type, body, operator }: Sent = {},
): APIGatewayProxyEventV2 {
  const [method = '', template = ''] = routeKey.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    pathParameters: params,
    ...(query && { queryStringParameters: query }),
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(type && { 'content-type': type }),
    },
    requestContext: {
      requestId: randomUUID(),
      timeEpoch: Date.now(),
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'bench' },
      ...(operator && { authorizer: { iam: { userArn: operator } } }),
    } as APIGatewayProxyEventV2['requestContext'],
    isBase64Encoded: true,
    ...(body && { body: body.toString('base64') }),
  };
}

export function json(value: object): Sent {
  return { type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

export async function multipart(values: Readonly<Record<string, unknown>>): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof Blob) form.append(name, value, `${name}.bin`);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { type, body: Buffer.from(await encoded.arrayBuffer()) };
}

/** A registration whose scans have this many bytes each. */
export async function registration(scanBytes: number, change: Readonly<Record<string, unknown>> = {}) {
  const email = `${randomUUID()}@znalci.sk`;
  const [verificationDocumentFront, verificationDocumentBack] = [scan(scanBytes), scan(scanBytes)];
  const form = await multipart({
    ...fields(email),
    ...change,
    verificationDocumentFront,
    verificationDocumentBack,
  });
  return { email, event: event('POST /api/v1/auth/register/expert', form) };
}

function fields(email: string): Record<string, unknown> {
  return {
    email,
    phone: `+421901${String(randomInt(1e6)).padStart(6, '0')}`,
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    firstName: 'Jana',
    lastName: 'Kováčová',
    nationality: 'SK',
    dateOfBirth: { day: 29, month: 2, year: 1980 },
    billingAddress: { line1: 'Hlavná 1', line2: 'II', city: 'Košice', postalCode: '040 01', country: 'SK' },
    company: { businessId: '12345678', taxId: '2020123456', vatId: null },
    bankAccount: { iban: 'SK3112000000198742637541' },
    registrationNumber: '914567',
    regions: ['ke', 'po'],
    newsletterSubscribed: false,
    termsAgreed: true,
    turnstileToken: DUMMY_TOKEN,
  };
}

/** A JPEG by its first bytes; the rest looks like the noise that compressed pictures are. */
export function scan(bytes: number): Blob {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes - 4; at += 4) content.writeUInt32LE(Math.imul(at + 1, 2654435761) >>> 0, at);
  content.set([0xff, 0xd8, 0xff, 0xe0]);
  return new Blob([content], { type: 'image/jpeg' });
}

export const login = (email: string) =>
  event('POST /api/v1/auth/login', json({ email, password: PASSWORD, turnstileToken: DUMMY_TOKEN }));

export const me = (token: string) => event('GET /api/v1/me', { token });
export const logout = (token: string) => event('POST /api/v1/auth/logout', { token });

/** The token in a 200 or 201. @throws for every other answer */
export function tokenIn(result: Result, status: 200 | 201): string {
  assert.equal(result.statusCode, status, result.body);
  const { data } = JSON.parse(result.body ?? '') as { data: { token: string } };
  assert.match(data.token, /^[\w-]{36}_[\w-]{36}\|[\w-]{43}$/);
  return data.token;
}

export const isProfileOf =
  (email: string) =>
  (result: Result): void => {
    assert.equal(result.statusCode, 200, result.body);
    assert.equal(JSON.parse(result.body ?? '').data.email, email);
  };

export async function register(
  handler: HttpHandler,
  change?: Parameters<typeof registration>[1],
): Promise<Account> {
  const { email, event } = await registration(2000, change);
  return { email, token: tokenIn(await handler(event), 201) };
}
