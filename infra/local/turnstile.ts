/**
 * Stands in for Cloudflare Turnstile's `siteverify` with one token that passes. Unlike a real token it passes
 * each time, so that tests and examples may repeat it.
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
    const error = await readFields(request).then(findError, () => 'bad-request');
    const successFields = {
      challenge_ts: new Date().toISOString(),
      hostname: 'localhost',
      action: '',
      cdata: '',
    };
    const result = error
      ? { success: false, 'error-codes': [error], messages: [] }
      : { success: true, 'error-codes': [], ...successFields };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}/turnstile/v0/siteverify`,
    stop: () => closeServer(server),
  };
}

/** Reads a form or JSON, as the service does. */
async function readFields(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const body = await text(request);
  const isJson = request.headers['content-type']?.includes('json');
  return isJson ? Object(JSON.parse(body)) : Object.fromEntries(new URLSearchParams(body));
}

function findError({ secret, response }: Readonly<Record<string, unknown>>): string | undefined {
  if (!secret) return 'missing-input-secret';
  if (secret !== TURNSTILE_SECRET) return 'invalid-input-secret';
  if (!response) return 'missing-input-response';
  return response === DUMMY_TOKEN ? undefined : 'invalid-input-response';
}
