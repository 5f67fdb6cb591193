/**
 * CORS settings of the API (infra/docs/api/conventions.md#cors). Credentials are not allowed, because tokens are sent
 * in a header and not in cookies.
 */

import { isSandboxStage, readStage } from '../functions/stage.ts';
import type { Serverless, UntypedServerless } from '../parts/serverless-types.ts';

/** Request headers that scripts of other origins may send. Tracing libraries send the last three. */
const SENT_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Partner',
  'traceparent',
  'sentry-trace',
  'baggage',
];

/** Response headers that scripts of other origins may read. */
const READABLE_HEADERS = [
  'X-Request-Id',
  'X-Error-Code',
  'X-Error-Fields',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'ETag',
  'Idempotency-Replayed',
];

/**
 * Creates the CORS settings, for `provider.httpApi.cors` in serverless.yml.
 * @returns `false` in the part `operators`, whose API no browser calls
 */
export async function cors({ resolveConfigurationProperty }: Serverless): Promise<UntypedServerless> {
  const stage = await readStage(resolveConfigurationProperty);
  if (stage.part === 'operators') return false;
  return {
    allowedOrigins: stage.origins,
    allowedHeaders: [...SENT_HEADERS, ...(isSandboxStage(stage) ? ['X-Sandbox-Failure'] : [])],
    allowedMethods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    exposedResponseHeaders: READABLE_HEADERS,
    maxAge: 3600,
  };
}
