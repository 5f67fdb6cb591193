/** Tests of the access to every route, with each kind of rejected caller (infra/docs/api/conventions.md). */

import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type AnyEndpoint, loadRoutes, type Route } from '../../infra/functions/endpoints.ts';
import { createExampleRequest } from '../../infra/openapi/samples/example-request.ts';
import { listVariables } from '../../infra/openapi/samples/variables.ts';
import { approveExpert } from '../../lib/domain/experts/approval.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import { completeScenario, findRoute, sendExample } from '../scenarios/scenario.ts';
import { saveAccount } from '../support/commit-changes.ts';
import { isDynamoOperation, startFaultProxy } from '../support/fake-server.ts';
import { ROUTES } from '../support/find-route.ts';
import { listItems } from '../support/inspect-store.ts';
import { asOperator } from '../support/operators.ts';
import { createPartner } from '../support/partners.ts';
import { type Service, startService } from '../support/start-service.ts';

type AccessGroup = 'anyone' | 'guests' | 'signed in' | 'experts' | 'clients' | 'partners' | 'operators';

/** The only routes without authentication. Each other route declares who may call it. */
const PUBLIC_ROUTES = [
  'GET /health',
  'HEAD /health',
  'GET /openapi.json',
  'GET /client.tgz',
  'GET /docs',
  'GET /docs/{file}',
  'POST /auth/register/expert',
  'POST /auth/register/client',
  'POST /auth/login',
  'GET /auth/email/verify/{userId}/{hash}',
  'POST /digests/unsubscribe/{userId}',
  'POST /auth/email/verify/resend',
  'POST /auth/password/email',
  'POST /auth/password/reset',
  'POST /sandbox/partners',
  'POST /uploads',
  'POST /webhooks/stripe',
];

/** Requirements besides a token that existing routes for users must not lose. A new route needs no entry here. */
const REQUIREMENTS = [
  'POST /me/second-factor: verified',
  'POST /me/second-factor/confirm: verified',
  'PUT /me/identity-documents: expert',
  'POST /me/payment-account: expert',
  'POST /sandbox/me/approval: expert',
  'POST /sandbox/me/approval/toggle: expert',
  'POST /sandbox/me/identity-review: expert',
  'POST /sandbox/me/payment-account: expert',
  'POST /testimonies: client',
  'GET /testimonies/offerable: expert',
  'POST /testimonies/{id}/cancel: client, verified',
  'POST /testimonies/{id}/complete: expert, verified',
  'POST /testimonies/{id}/confirm: client, verified',
  'POST /testimonies/{id}/complaint: client, verified',
  'GET /testimonies/{id}/download: verified',
  'POST /testimonies/{id}/offers: expert, verified, approved',
  'POST /testimonies/offers/accept: client, verified',
  'POST /testimonies/offers/{offerId}/checkout: client, verified',
  'DELETE /testimonies/offers/{offerId}: expert',
];

/** Returns the callers whom the declaration of an endpoint admits. */
function getAccessGroup({ access: { credentials, requires, errors } }: AnyEndpoint): AccessGroup {
  if (credentials === 'AWS signature') return 'operators';
  if (credentials === 'partner key') return 'partners';
  if (credentials !== 'token') return errors.includes('already-signed-in') ? 'guests' : 'anyone';
  if (requires.includes('client')) return 'clients';
  return requires.includes('expert') ? 'experts' : 'signed in';
}

const ACCESS_BY_ROUTE: Readonly<Record<string, AccessGroup>> = Object.fromEntries(
  Object.entries(ROUTES).map(([route, endpoint]) => [route, getAccessGroup(endpoint)]),
);

/** Routes that require a verified e-mail address (infra/docs/api/conventions.md). */
const VERIFIED_ONLY_ROUTES = Object.keys(ROUTES).filter(route =>
  ROUTES[route]?.access.requires.includes('verified'),
);

const UNKNOWN_ID = v7();
const FORBIDDEN = { status: 403, body: { message: 'Forbidden.' } };
const UNAUTHORIZED = { status: 403, body: { message: 'This action is unauthorized.' } };

/** Lists the method and path of each route in these access groups, with the placeholders filled in. */
function listRoutes(...people: AccessGroup[]): (readonly [method: string, path: string])[] {
  return Object.keys(ACCESS_BY_ROUTE)
    .filter(route => people.includes(ACCESS_BY_ROUTE[route] ?? 'anyone'))
    .map(route => parseRoute(route, UNKNOWN_ID));
}

function parseRoute(route: string, id: string): readonly [method: string, path: string] {
  const [method = '', path = ''] = route.replaceAll(/\{\w+\}/g, id).split(' ');
  return [method, path.replace('/api/v1', '')];
}

let service: Service;
let production: Service;
let token: string;
let otherToken: string;
let client: { token: string; id: string };
let verified: { client: string; expert: string };

beforeAll(async () => {
  service = await startService();
  ({ token } = await service.registerExpert());
  otherToken = (await service.registerExpert()).token;
  client = await service.registerClient();
  verified = {
    client: await createVerifiedToken('registerClient'),
    expert: await createVerifiedToken('registerExpert'),
  };
  const { deps } = service;
  production = await startService({ STAGE: 'production' }, () => deps);
});

/** Creates the token of a user with a verified address and, for an expert, with an approval. */
async function createVerifiedToken(role: 'registerExpert' | 'registerClient'): Promise<string> {
  const { token, id } = await service[role]();
  if (role === 'registerExpert') await approveExpert(id, service.deps);
  const before = await service.deps.accounts.find(id);
  if (before) await saveAccount(service.deps, before, { ...before, emailVerified: true });
  return token;
}

async function sendRequest(where: Service, method: string, path: string, options = {}, body?: object) {
  const bytes = Buffer.from(body ? JSON.stringify(body) : '{no JSON');
  const headers = { 'content-type': 'application/json' };
  const response = await where.send(method, path, bytes, { headers, ...options });
  return { status: response.status, body: response.body };
}

it('only the listed routes can be called without authentication', () => {
  const callable = Object.keys(ROUTES).filter(route =>
    ['anyone', 'guests'].includes(ACCESS_BY_ROUTE[route] ?? ''),
  );

  expect(callable.map(route => route.replace('/api/v1', '')).sort()).toEqual(PUBLIC_ROUTES.toSorted());
});

it('no listed route loses the role, the verified address or the approval that it requires', () => {
  const requirements = Object.entries(ROUTES)
    .filter(([, { access }]) => access.requires.length > 0)
    .map(([route, { access }]) => `${route.replace('/api/v1', '')}: ${access.requires.join(', ')}`);

  expect(requirements).toEqual(expect.arrayContaining(REQUIREMENTS));
});

it('the routes under /operator are for operators, and no others; those under /partner are for partners', () => {
  for (const [route, group] of Object.entries(ACCESS_BY_ROUTE)) {
    const [, folder] = /\/api\/v1\/(operator|partner)\b/.exec(route) ?? [];
    if (folder) expect([route, group]).toEqual([route, `${folder}s`]);
    else expect([route, group]).not.toEqual([route, 'operators']);
  }
});

const parseToken = (text: string) => {
  const [ids = '', secret = ''] = text.split('|');
  const [userId = '', tokenId = ''] = ids.split('_');
  return { userId, tokenId, secret };
};
const randomSecret = () => randomBytes(32).toString('base64url');

const AUTHORIZATION_HEADERS: Record<string, () => string | undefined> = {
  'no header': () => undefined,
  'an empty header': () => '',
  'the scheme alone': () => 'Bearer',
  'the scheme and a blank': () => 'Bearer ',
  'a token without scheme': () => token,
  'a different scheme': () => `Basic ${token}`,
  'two blanks': () => `Bearer  ${token}`,
  'a tab': () => `Bearer\t${token}`,
  'a leading blank': () => ` Bearer ${token}`,
  'a trailing blank': () => `Bearer ${token} `,
  'two tokens': () => `Bearer ${token},Bearer ${otherToken}`,
  'no secret': () => `Bearer ${token.split('|')[0]}|`,
  'no pipe': () => `Bearer ${token.replace('|', '')}`,
  'a short secret': () => `Bearer ${token.slice(0, -1)}`,
  'a long secret': () => `Bearer ${token}A`,
  'a wrong secret': () => `Bearer ${token.split('|')[0]}|${randomSecret()}`,
  "another user's secret": () => `Bearer ${token.split('|')[0]}|${parseToken(otherToken).secret}`,
  "another user's token id": () =>
    `Bearer ${parseToken(token).userId}_${parseToken(otherToken).tokenId}|${parseToken(otherToken).secret}`,
  "another user's id": () =>
    `Bearer ${parseToken(otherToken).userId}_${parseToken(token).tokenId}|${parseToken(token).secret}`,
  'unknown ids': () => `Bearer ${v7()}_${v7()}|${randomSecret()}`,
  'an id in upper case': () => `Bearer ${token.split('|')[0]?.toUpperCase()}|${parseToken(token).secret}`,
  'ids that are not UUIDs': () => `Bearer USER_TOKEN|${parseToken(token).secret}`,
};

/** Sends a request to each of the routes, and returns the outcomes that differ from the expected one. */
async function listUnexpected<Outcome>(
  routes: readonly (readonly [method: string, path: string])[],
  send: (method: string, path: string) => Promise<Outcome>,
  expected: Outcome,
): Promise<Record<string, Outcome>> {
  expect(routes).not.toEqual([]);
  const unexpected: Record<string, Outcome> = {};
  for (const [method, path] of routes) {
    const outcome = await send(method, path);
    if (!isDeepStrictEqual(outcome, expected)) unexpected[`${method} ${path}`] = outcome;
  }
  return unexpected;
}

const PROTECTED: readonly AccessGroup[] = ['signed in', 'experts', 'clients', 'partners'];
const UNAUTHENTICATED = { status: 401, body: { message: 'Unauthenticated.' } };
const UNVERIFIED = { status: 403, body: { message: 'Access denied for unverified users.' } };

it('every protected route returns 401 without a valid token before it reads the body', async () => {
  for (const where of [service, production])
    expect(
      await listUnexpected(
        listRoutes(...PROTECTED),
        (method, path) => sendRequest(where, method, path),
        UNAUTHENTICATED,
      ),
    ).toEqual({});
});

it('a malformed or invalid Authorization header gets 401', async () => {
  const forms = Object.entries(AUTHORIZATION_HEADERS).map(
    ([form, create]) => [form, create() ?? ''] as const,
  );
  const send = async (_: string, authorization: string) => {
    const { status, body } = await service.get('/me', { headers: { authorization } });
    return { status, body };
  };

  expect(await listUnexpected(forms, send, UNAUTHENTICATED)).toEqual({});
});

it('routes for guests treat a caller with an invalid Authorization header as a guest', async () => {
  const forms = Object.entries(AUTHORIZATION_HEADERS).map(
    ([form, create]) => [form, create() ?? ''] as const,
  );
  for (const [method, path] of listRoutes('guests')) {
    const send = async (_: string, authorization: string) =>
      [400, 415].includes((await sendRequest(service, method, path, { headers: { authorization } })).status);
    expect(await listUnexpected(forms, send, true), path).toEqual({});
  }
});

it('a token that was issued before the credentials changed gets 401', async () => {
  const fresh = (await service.registerExpert()).token;
  const { client, name } = service.deps.table;
  await client.send(
    new UpdateCommand({
      TableName: name,
      Key: { pk: `USER#${parseToken(fresh).userId}`, sk: 'USER' },
      UpdateExpression: 'ADD credentialEpoch :one',
      ExpressionAttributeValues: { ':one': 1 },
    }),
  );

  expect(await service.get('/me', { token: fresh })).toMatchObject({ status: 401 });
});

it('the scheme of the Authorization header is case-insensitive', async () => {
  for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
    const headers = { authorization: `${scheme} ${token}` };
    expect((await service.get('/me', { headers })).status, scheme).toBe(200);
  }
});

it('a valid token is accepted when DynamoDB leaves the first reads unprocessed', async () => {
  const busy = await startWithUnprocessedKeys(2);
  const fresh = (await busy.registerExpert()).token;

  expect((await busy.get('/me', { token: fresh })).status).toBe(200);
});

it('a signed-in caller gets 403 on the routes for guests', async () => {
  const denied = { status: 403, body: { message: 'Access denied for authenticated users.' } };
  for (const one of [token, client.token])
    for (const [where, expected] of [
      [service, denied],
      [production, FORBIDDEN],
    ] as const)
      expect(
        await listUnexpected(
          listRoutes('guests'),
          (method, path) => sendRequest(where, method, path, { token: one }),
          expected,
        ),
      ).toEqual({});
});

it('a caller gets 403 on the routes of the other role', async () => {
  for (const [role, presented] of [
    ['experts', verified.client],
    ['clients', verified.expert],
  ] as const)
    for (const [where, expected] of [
      [service, UNAUTHORIZED],
      [production, FORBIDDEN],
    ] as const)
      expect(
        await listUnexpected(
          listRoutes(role),
          (method, path) => sendRequest(where, method, path, { token: presented }),
          expected,
        ),
      ).toEqual({});
});

it('routes of operators return 403 unless API Gateway has identified the caller', async () => {
  const pretended = { authorization: 'AWS4-HMAC-SHA256 Credential=x', 'x-operator': asOperator.operator };
  for (const options of [{}, { token }, { token: client.token }, { headers: pretended }])
    for (const [where, expected] of [
      [service, UNAUTHORIZED],
      [production, FORBIDDEN],
    ] as const)
      expect(
        await listUnexpected(
          listRoutes('operators'),
          (method, path) => sendRequest(where, method, path, options),
          expected,
        ),
      ).toEqual({});
});

describe('access of a caller with an unverified e-mail address', () => {
  const routes = VERIFIED_ONLY_ROUTES.map(route => parseRoute(route, UNKNOWN_ID));
  const isOfClients = (method: string, path: string) =>
    VERIFIED_ONLY_ROUTES.some(
      route =>
        parseRoute(route, UNKNOWN_ID).join() === [method, path].join() &&
        ACCESS_BY_ROUTE[route] === 'clients',
    );

  it('routes that require a verified e-mail address return 403 to a caller with an unverified one', async () => {
    for (const [where, expected] of [
      [service, UNVERIFIED],
      [production, FORBIDDEN],
    ] as const)
      expect(
        await listUnexpected(
          routes,
          (method, path) =>
            sendRequest(where, method, path, { token: isOfClients(method, path) ? client.token : token }),
          expected,
        ),
      ).toEqual({});
  });

  it('a caller of the wrong role with an unverified e-mail address gets the error about the role', async () => {
    const ofOneRole = routes.filter(([, path]) => !path.endsWith('/download') && !path.startsWith('/me/'));
    expect(
      await listUnexpected(
        ofOneRole,
        (method, path) =>
          sendRequest(service, method, path, { token: isOfClients(method, path) ? token : client.token }),
        UNAUTHORIZED,
      ),
    ).toEqual({});
  });
});

it('every route with an id in its path returns 404 when no such resource exists', async () => {
  const ids: Readonly<Record<string, (route: string) => string>> = {
    'the id of no resource': () => UNKNOWN_ID,
    // Routes with a user id accept the id of any user, so the test sends them the id of a token instead.
    'another kind of resource': route => (route.includes('/users/') ? parseToken(token).tokenId : client.id),
    'text that is no UUID': () => 'x',
    'a UUID with an extra character': () => `${client.id}0`,
    'very long text': () => 'x'.repeat(5000),
    'a table key': () => 'USER%23x',
  };
  const partner = await createPartner(service);
  const routes = (await loadRoutes()).filter(({ path }) => /\{(id|offerId)\}/.test(path));
  const cases = routes.flatMap(({ name }) => Object.keys(ids).map(form => [name, form] as const));
  /** Sends the example request with an id of this form. Its valid body lets it reach the look-up of the resource. */
  const send = async (name: string, form: string) => {
    const route = findRoute(name) as Route;
    const id = ids[form]?.(route.path) ?? '';
    const names = listVariables(createExampleRequest(route).path);
    const inPath = Object.fromEntries(names.map(variable => [variable, id]));
    const variables = { ...inPath, revision: 'any', email: 'jana@znalci.sk' };
    const tokens: Partial<Record<AccessGroup, string>> = { clients: verified.client, partners: partner.key };
    const token = tokens[getAccessGroup(route.endpoint)] ?? verified.expert;
    const scenario = completeScenario(route, SCENARIOS[name]);
    const { status, body } = await sendExample(route, scenario, service, { situation: { variables }, token });
    return { status, body };
  };

  expect(await listUnexpected(cases, send, { status: 404, body: { message: 'Not found.' } })).toEqual({});
});

it('routes of partners return 401 to a caller with the token of a user', async () => {
  expect(
    await listUnexpected(
      listRoutes('partners'),
      (method, path) => sendRequest(service, method, path, { token: verified.client }),
      UNAUTHENTICATED,
    ),
  ).toEqual({});
});

it('a request with a token gets 503 instead of 401 while DynamoDB leaves all reads unprocessed', async () => {
  const busy = await startWithUnprocessedKeys(Number.POSITIVE_INFINITY);

  const response = await busy.get('/me', { token });

  expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
});

/** Starts a service whose table leaves the first reads of tokens unprocessed. */
async function startWithUnprocessedKeys(unprocessed: number): Promise<Service> {
  let count = 0;
  const table = await startFaultProxy(inject('emulators').dynamodb, call => {
    if (!isDynamoOperation('BatchGetItem', call) || !call.body.includes('TOKEN#') || ++count > unprocessed)
      return undefined;
    const { RequestItems } = JSON.parse(call.body.toString());
    return { status: 200, body: JSON.stringify({ Responses: {}, UnprocessedKeys: RequestItems }) };
  });
  return startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
}

it('the table contains the SHA-256 hash of a bearer token but not its secret', async () => {
  const { userId, tokenId, secret } = parseToken(token);

  const items = (await listItems(service.deps)).filter(item => JSON.stringify(item).includes(userId));

  expect(items.find(({ sk }) => sk === `TOKEN#${tokenId}`)).toMatchObject({
    userId,
    secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.stringify(items)).not.toContain(secret);
});
