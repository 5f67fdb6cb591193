/**
 * Tests that one caller cannot use up the throttling limit that all callers of a password route share. The limit per
 * source rejects the caller before a password is hashed (infra/docs/deployment.md#throttling).
 */
import { expect, it } from 'vitest';
import { loadRoutes } from '../../infra/functions/endpoints.ts';
import { ENTRIES } from '../../infra/functions/index.ts';
import { LimitExceeded } from '../../lib/domain/limits/rate-limits.ts';
import { LIMITS } from '../../lib/domain/model/limits/rate-limit.ts';
import { respond } from '../../lib/http/endpoint.ts';
import type { HttpRequest } from '../../lib/http/request/request.ts';

const hashing = (await loadRoutes()).filter(({ name }) =>
  ENTRIES[name]?.needs?.secrets?.includes('password-peppers'),
);
// `me-confirm-second-factor` requires a token. Its limit protects the codes of second factors, so it is left out here.
const open = hashing.filter(({ name, endpoint }) => endpoint.limit && name !== 'me-confirm-second-factor');

it('every route that hashes passwords counts requests per IP address or requires a token', () => {
  expect(open.map(({ name }) => name).sort()).toEqual([
    'auth-login',
    'auth-register-client',
    'auth-register-expert',
    'auth-reset-password',
  ]);
  expect(hashing.filter(route => !open.includes(route)).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['me-update', 'me-close', 'me-open-payment-account']),
  );
  for (const { endpoint } of open) {
    expect(endpoint.limit?.names.every(name => 'perSource' in LIMITS[name])).toBe(true);
  }
});

it.each(open)(
  'the function $name rejects an IP address over its limit before it reads the body or hashes',
  async ({ endpoint }) => {
    const exceeded = { limit: 'logins', quota: 1, window: 60, resetSeconds: 60 } as const;
    const deps = {
      rateLimiter: { count: async () => ({ exceeded }), peek: async () => ({}) },
      securityLog: { record: async () => {} },
    }; // All other dependencies are undefined, so the use of another dependency would cause a different error.
    const request = { headers: {}, source: '192.0.2.1', receivedAt: new Date() } as unknown as HttpRequest;

    await expect(respond(endpoint, request, deps)).rejects.toThrow(LimitExceeded);
  },
);
