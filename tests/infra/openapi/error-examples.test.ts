/**
 * Tests that the error examples of the OpenAPI description match the API's responses (infra/docs/api/conventions.md).
 */
import { beforeAll, expect, it } from 'vitest';
import { describeApi, excludeOperatorRoutes } from '../../../infra/openapi/describe-api.ts';
import type { Operation } from '../../../infra/openapi/operation.ts';
import { registerPartner } from '../../support/partners.ts';
import { type Market, startMarket } from '../../support/start-market.ts';

const UNKNOWN_ID = '01900000-0000-7000-8000-ffffffffffff';

interface Failure {
  readonly code: string;
  readonly token?: 'client' | 'expert' | 'unverified' | 'partner';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | object;
  readonly query?: string;
}

const api = await describeApi(excludeOperatorRoutes);
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation['x-codeSamples'])
    .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

let market: Market;
let tokens: Readonly<Record<string, string>>;
beforeAll(async () => {
  market = await startMarket({ SANDBOX: 'true' });
  const [client, expert, unverified] = await Promise.all([
    market.createClient(),
    market.createExpert(),
    market.service.registerClient(),
  ]);
  const { key: partner } = await registerPartner(market.service);
  tokens = { client: client.token, expert: expert.token, unverified: unverified.token, partner };
});

/**
 * Lists requests that fail in the same way for every operation of their kind. Operations on a resource load the
 * resource before they read the rest of the request.
 */
function listFailures({
  path,
  parameters,
  requestBody,
  security,
  'x-requires': requires,
}: Operation & { path: string }) {
  const hasResource = path.includes('{');
  const takes = (name: string) => !hasResource && parameters.some(parameter => parameter.name === name);
  const takesBody = Boolean(requestBody) && !hasResource;
  const isForUsers = security.length > 0 && security.every(scheme => 'token' in scheme);
  const role = requires.includes('expert') ? 'expert' : 'client';
  const isForPartners = security.some(scheme => 'partnerKey' in scheme);
  const caller = isForPartners ? 'partner' : isForUsers && role;
  const token = caller ? ({ token: caller } as const) : {};
  const json = { 'content-type': 'application/json' };
  const failures: (Failure | false)[] = [
    caller && { code: 'unauthenticated' },
    requires.includes('expert') && { code: 'wrong-role', token: 'client' },
    requires.includes('client') && { code: 'wrong-role', token: 'expert' },
    requires.includes('verified') &&
      requires.includes('client') && { code: 'unverified', token: 'unverified' },
    path.includes('{id}') && isForUsers && !path.includes('tokens') && { code: 'not-found', ...token },
    takesBody && { code: 'malformed-body', ...token, body: Buffer.from('{'), headers: json },
    takesBody && {
      code: 'unsupported-media-type',
      ...token,
      body: Buffer.from('x'),
      headers: { 'content-type': 'text/plain' },
    },
    takes('Idempotency-Key') && {
      code: 'bad-idempotency-key',
      ...token,
      headers: { 'idempotency-key': 'short' },
      body: {},
    },
    takes('cursor') && { code: 'bad-cursor', ...token, query: 'cursor=x' },
    isForUsers && { code: 'unavailable', ...token, headers: { 'x-sandbox-failure': '503' } },
  ];
  return failures.filter(failure => failure !== false);
}

interface DescribedError {
  readonly headers: Readonly<Record<string, { readonly schema?: { readonly enum?: readonly string[] } }>>;
  readonly content: Readonly<Record<string, { readonly examples: Readonly<Record<string, ErrorExample>> }>>;
}

interface ErrorExample {
  readonly $ref?: string;
  readonly value: unknown;
  readonly 'x-headers': Readonly<Record<string, string>>;
}

const resolve = (example: ErrorExample | undefined) =>
  example?.$ref ? (api.components.examples[example.$ref.split('/').at(-1) ?? ''] as ErrorExample) : example;

const findExample = ({ responses }: Operation, status: number, code: string) =>
  resolve((responses[status] as DescribedError | undefined)?.content['application/json']?.examples[code]);

const failures = operations.flatMap(operation =>
  listFailures(operation).map(failure => ({ operationId: operation.operationId, operation, ...failure })),
);

it.each(failures)(
  'the example of the error `$code` at $operationId has the body and headers of the response',
  async ({ operation, token, headers = {}, body, query = '', code }) => {
    const path = operation.path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, UNKNOWN_ID);
    const call = { headers, ...(token && { token: tokens[token] ?? '' }) };

    const response = await market.service.sendWithMethod(operation.method, `${path}?${query}`, body, call);

    const example = findExample(operation, response.status, code);
    expect([response.headers['x-error-code'], example?.value]).toEqual([code, response.body]);
    for (const [name, value] of Object.entries(example?.['x-headers'] ?? {}))
      expect(response.headers[name.toLowerCase()], name).toBe(value);
  },
);

it('every error code in the OpenAPI description has an example', () => {
  for (const { operationId, responses } of operations) {
    if (operationId === 'headHealth') continue; // Responses to HEAD have no bodies.
    for (const [status, response] of Object.entries(responses as Record<string, DescribedError>)) {
      for (const code of response.headers?.['X-Error-Code']?.schema?.enum ?? []) {
        const example = findExample({ responses } as Operation, Number(status), code);
        expect(example?.value, `${operationId} ${status} ${code}`).toHaveProperty('message');
        expect(example?.['x-headers']['X-Error-Code']).toBe(code);
      }
    }
  }
});
