/**
 * Emulator of Cloudflare Turnstile's `siteverify`. The emulator accepts one fixed token. A real token is valid only
 * once, but the fixed token can be used repeatedly in tests and examples.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listen, withValidTarget } from './http-server.ts';

export const TURNSTILE_SECRET = 'local-turnstile-secret';
/** The only accepted token. */
export const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

/** Starts the emulator. The returned `endpoint` is the complete URL of `siteverify`. */
export async function startTurnstile(): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const listener = withValidTarget(async (request, response) => {
    const fields = new URLSearchParams(await text(request));
    const errorCodes = [
      ...(fields.get('secret') === TURNSTILE_SECRET ? [] : ['invalid-input-secret']),
      ...(fields.get('response') === DUMMY_TOKEN ? [] : ['invalid-input-response']),
    ];
    const result = {
      success: errorCodes.length === 0,
      'error-codes': errorCodes,
      metadata: { result_with_testing_key: true }, // responses for Cloudflare's testing keys contain this member
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  const server = createServer(listener);
  const port = await listen(server);

  return {
    endpoint: `http://127.0.0.1:${port}/turnstile/v0/siteverify`,
    stop: () => closeServer(server),
  };
}
