/** Type tests of endpoints for `npm run check`: access, limits, handler and response match the declarations. */
import { describe, expectTypeOf, it } from 'vitest';
import type { Dependencies } from '../../../lib/domain/ports/dependencies.ts';
import { anyone, signedInOnly } from '../../../lib/http/access/access.ts';
import { limitPerIpAddress } from '../../../lib/http/access/request-limits.ts';
import { createHandler, endpointHandler, readHttpSettings } from '../../../lib/http/lambda.ts';
import { created, noContent, ok } from '../../../lib/http/response/response.ts';

declare const deps: Dependencies;
const { clock, rateLimiter, tokens, securityLog } = deps;
const edge = readHttpSettings({});
const publicEndpoint = { deps: {}, access: anyone };
const health = { status: 'ok' } as const;
const noContentEndpoint = { response: { status: 204 }, handle: async () => noContent() } as const;

it('the type of endpointHandler() passes exactly the declared dependencies to the handler', () => {
  const complete = endpointHandler({
    deps: { rateLimiter, tokens, securityLog },
    access: signedInOnly,
    limit: limitPerIpAddress('mails'),
    response: { status: 204 },
    async handle({ caller }, deps) {
      expectTypeOf(caller.user.role).toEqualTypeOf<'client' | 'expert'>();
      expectTypeOf(deps).toEqualTypeOf<Pick<Dependencies, 'rateLimiter' | 'tokens' | 'securityLog'>>();
      return noContent();
    },
  });
  expectTypeOf(complete.endpoint.deps).toEqualTypeOf<
    Pick<Dependencies, 'rateLimiter' | 'tokens' | 'securityLog'>
  >();
});

it('the type of endpointHandler() rejects access for signed-in users without the token store', () => {
  // @ts-expect-error: access for signed-in users requires the token store
  endpointHandler({ ...noContentEndpoint, deps: { clock }, access: signedInOnly });
});

it('the type of endpointHandler() rejects a rate limit without the rate limiter', () => {
  const limit = limitPerIpAddress('mails');
  // @ts-expect-error: a rate limit requires the rate limiter
  endpointHandler({ ...noContentEndpoint, deps: { clock }, access: anyone, limit });
});

it('the type of endpointHandler() accepts only handlers that return the declared status and body', () => {
  const response = { status: 200, data: 'Health' } as const;
  endpointHandler({ ...publicEndpoint, response, handle: async () => ok(health) });
  // @ts-expect-error: Health has the status ok
  endpointHandler({ ...publicEndpoint, response, handle: async () => ok({ status: 'down' }) });
  // @ts-expect-error: 200 is declared, not 201
  endpointHandler({ ...publicEndpoint, response, handle: async () => created(health) });
  // @ts-expect-error: no body is declared
  endpointHandler({ ...publicEndpoint, response: { status: 204 }, handle: async () => ok(health) });
});

it('the type of endpointHandler() accepts only handlers that return a page when the response declares pageOf', () => {
  const response = { status: 200, pageOf: 'Health' } as const;
  const links = { first: null, last: null, prev: null, next: null };
  const meta = { path: '/', per_page: 25, next_cursor: null, prev_cursor: null };
  const body = { data: [health], links, meta };
  const wrong = { ...body, data: [{ status: 'down' }] };
  endpointHandler({ ...publicEndpoint, response, handle: async () => ({ status: 200, body }) });
  // @ts-expect-error: the items are not Health
  endpointHandler({ ...publicEndpoint, response, handle: async () => ({ status: 200, body: wrong }) });
  // @ts-expect-error: a page has links and meta
  endpointHandler({ ...publicEndpoint, response, handle: async () => ok([health]) });
});

it('the type of endpointHandler() accepts 304 only when the response is conditional', () => {
  const response = { status: 200, data: 'Health', conditional: true } as const;
  endpointHandler({ ...publicEndpoint, response, handle: async () => ({ status: 304 }) });
  const { conditional, ...unconditional } = response;
  // @ts-expect-error: the response is not conditional
  endpointHandler({ ...publicEndpoint, response: unconditional, handle: async () => ({ status: 304 }) });
});

describe('the type of createHandler()', () => {
  const { endpoint } = endpointHandler({
    ...noContentEndpoint,
    deps: { clock, rateLimiter, securityLog },
    access: anyone,
    limit: limitPerIpAddress('mails'),
  });

  it('the type of createHandler() requires every dependency that the endpoint declares', () => {
    createHandler(endpoint, { clock, rateLimiter, securityLog }, edge);
    // @ts-expect-error: the limiter is missing
    createHandler(endpoint, { clock, securityLog }, edge);
  });
});
