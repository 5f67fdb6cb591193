/**
 * Builders of requests for `lib/http`. The `Response` class of Node.js encodes the forms, so the tests need no encoder.
 */
import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../../lib/http/request/request.ts';

const EMPTY_REQUEST = {
  route: 'POST /',
  method: 'POST',
  path: '/',
  params: {},
  query: {},
  source: '192.0.2.1',
  operator: undefined,
  botProtection: false,
  failure: undefined,
  requestId: 'request',
  receivedAt: new Date('2026-06-15T10:00:00Z'),
};

export function createRequest(body: Buffer | string, contentType?: string): HttpRequest {
  return {
    ...EMPTY_REQUEST,
    headers: contentType ? { 'content-type': contentType } : {},
    body: Buffer.from(body),
  };
}

/** Creates a multipart request with the fields in the given order. Names may repeat. */
export async function createFormRequest(
  fields: Iterable<readonly [string, string | File]>,
): Promise<HttpRequest> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const encoded = new Response(form);
  return createRequest(Buffer.from(await encoded.arrayBuffer()), encoded.headers.get('content-type') ?? '');
}

/** Returns request options with an `Idempotency-Key` header (infra/docs/api/conventions.md). */
export const withIdempotencyKey = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } });
