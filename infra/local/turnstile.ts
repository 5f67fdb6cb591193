/**
 * Emulator of Cloudflare Turnstile's `siteverify`. The emulator accepts one fixed token. A real token is valid only
 * once, but the fixed token can be used repeatedly in tests and examples.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeServer, withValidTarget } from './http-server.ts';

export const TURNSTILE_SECRET = 'local-turnstile-secret';
/** The only accepted token. */
export const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

/** Starts the emulator. The returned `endpoint` is the complete URL of `siteverify`. */
export async function startTurnstile(): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const listener = withValidTarget(async (request, response) => {
    const error = await readFields(request).then(findError, () => 'bad-request');
    const successFields = {
      challenge_ts: new Date().toISOString(),
      hostname: 'localhost',
      action: '',
      cdata: '',
      metadata: { result_with_testing_key: true }, // responses for Cloudflare's testing keys contain this member
    };
    const result = error
      ? { success: false, 'error-codes': [error], messages: [] }
      : { success: true, 'error-codes': [], ...successFields };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}/turnstile/v0/siteverify`,
    stop: () => closeServer(server),
  };
}

/** Reads a form-encoded or JSON body; Turnstile accepts both. */
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
