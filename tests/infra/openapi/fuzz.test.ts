/**
 * Property-based tests that the OpenAPI description declares every response to a valid or nearly valid request
 * (infra/docs/api/conventions.md). `declared-responses.ts` validates the body of each response against its schema.
 */
import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeApi, excludeOperatorRoutes } from '../../../infra/openapi/describe-api.ts';
import type { OpenApiOperation } from '../../../infra/openapi/operation.ts';
import { toFormData } from '../../support/builders.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { createValueArbitrary } from './schema-arbitraries.ts';

const api = await describeApi(excludeOperatorRoutes);
const { schemas } = api.components;
const RUNS = 12;

let market: Market;
let tokens: string[];
let ids: string[];

beforeAll(async () => {
  market = await startMarket({ SANDBOX: 'true' });
  const { client, expert, testimony, offer } = await market.createAssignedTestimony();
  const other = await market.createOfferedTestimony();
  tokens = [client.token, expert.token, other.client.token, other.expert.token, 'nonsense'];
  ids = [testimony.id, offer.id, other.testimony.id, other.offer.id, client.id];
});

const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [operation.operationId, method, path, operation] as const,
  ),
);

/**
 * Returns false for operations that end a session or close an account, because later requests need sessions and
 * accounts.
 */
const isHarmless = ([name]: (typeof operations)[number]) =>
  !['logout', 'closeMe', 'revokeToken'].includes(name);

function arbitraryRequest(path: string, { parameters, requestBody }: OpenApiOperation) {
  const values = Object.fromEntries(
    parameters.map(({ name, in: where, required, schema }) => {
      const value = createValueArbitrary(schema, schemas).map(any =>
        typeof any === 'string' ? any : JSON.stringify(any),
      );
      const known = where === 'path' ? fc.oneof(fc.constantFrom(...ids), value) : value;
      return [name, required ? known : fc.option(known, { nil: undefined })];
    }),
  ) as Record<string, Arbitrary<string | undefined>>;
  const [content] = Object.values(requestBody?.content ?? {});
  return fc.record({
    url: fc.record(values).map(given => buildUrl(path, parameters, given)),
    body: content ? createValueArbitrary(content.schema, schemas) : fc.constant(undefined),
    token: fc.constantFrom(undefined, ...tokens),
  });
}

function buildUrl(
  path: string,
  parameters: OpenApiOperation['parameters'],
  given: Record<string, string | undefined>,
) {
  const query = parameters.flatMap(({ name, in: where }) =>
    where === 'query' && given[name] !== undefined ? [[name, given[name]] as [string, string]] : [],
  );
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => encodeURIComponent(makeWellFormed(given[name])) || 'x',
  );
  return `${filled.replace('/api/v1', '')}?${new URLSearchParams(query)}`;
}

/**
 * Replaces lone surrogates, which a URL cannot contain, and texts that consist only of dots, which would change the
 * path.
 */
const makeWellFormed = (text = '') => text.toWellFormed().replace(/^\.+$/, 'x');

/** Encodes a body as multipart form data if it contains a file, otherwise as JSON. */
function encodeBody(body: unknown): Parameters<Market['service']['post']>[1] {
  const isForm = body instanceof Object && Object.values(body).some(value => value instanceof Blob);
  return isForm ? toFormData(body as Record<string, unknown>) : Buffer.from(JSON.stringify(body) ?? '');
}

describe.each(operations.filter(isHarmless))(
  'random requests to the operation %s',
  (_, method, path, operation) => {
    it('an operation responds to random requests only as the OpenAPI description declares', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryRequest(path, operation), async ({ url, body, token }) => {
          const sent = encodeBody(body);
          const headers = Buffer.isBuffer(sent) ? { 'content-type': 'application/json' } : {};

          const response = await market.service.sendWithMethod(method.toUpperCase(), url, sent, {
            headers,
            ...(token && { token }),
          });

          const described = operation.responses[response.status] as Described | undefined;
          expect(described, `${response.status} is not described`).toBeDefined();
          expect(response.status).toBeLessThan(500);
          const codes = described?.headers?.['X-Error-Code']?.schema.enum;
          if (response.status >= 400) expect(codes).toContain(response.headers['x-error-code']);
        }),
        { numRuns: RUNS },
      );
    });
  },
);

type Described = { headers?: Record<string, { schema: { enum: string[] } }> };
