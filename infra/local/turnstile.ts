/**
 * Stands in for Cloudflare Turnstile's `siteverify`: the same wire format, one token that passes.
 *
 * A real token passes once; this one passes once per request, so that a test may use it again and again.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeServer } from './inbox.ts';

export const TURNSTILE_SECRET = 'local-turnstile-secret';
export const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

/** `endpoint` is the whole URL of `siteverify`. */
export async function startTurnstile(): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const form = await fields(request).catch(() => undefined);
    const body = form ? verdict(form) : failure('bad-request');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}/turnstile/v0/siteverify`,
    stop: () => closeServer(server),
  };
}

/** The service takes a form or JSON. */
async function fields(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const body = await text(request);
  const json = request.headers['content-type']?.includes('json');
  return json ? Object(JSON.parse(body)) : Object.fromEntries(new URLSearchParams(body));
}

function verdict({ secret, response }: Readonly<Record<string, unknown>>): object {
  if (!secret) return failure('missing-input-secret');
  if (secret !== TURNSTILE_SECRET) return failure('invalid-input-secret');
  if (!response) return failure('missing-input-response');
  if (response !== DUMMY_TOKEN) return failure('invalid-input-response');
  const now = new Date().toISOString();
  return {
    success: true,
    'error-codes': [],
    challenge_ts: now,
    hostname: 'localhost',
    action: '',
    cdata: '',
  };
}

function failure(code: string): object {
  return { success: false, 'error-codes': [code], messages: [] };
}
