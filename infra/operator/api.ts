/** Calls to the operators' routes, signed, and what can come of one. */
import { type Connection, openSigner } from './signature.ts';
import { plain } from './text.ts';

export interface Call {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** Below `/api/v1/operator`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Answer {
  readonly data: unknown;
  /** Of a page only. */
  readonly meta?: { readonly next_cursor: string | null };
}

export const EXIT = { refused: 1, usage: 2, unreachable: 3 } as const;

/** Its message is for the operator to read, its exit code for scripts. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export type Ask = (call: Call) => Promise<Answer>;

/** Calls fail with a `Failure` and nothing else. */
export function connect(connection: Connection): Ask {
  const signer = openSigner(connection);

  return async call => {
    const { address, ...request } = plainRequest(call, connection.url);
    const { headers, body } = await signer.sign(request).catch(cause => {
      throw new Failure(EXIT.unreachable, `The call cannot be signed: ${plain(cause.message)}`);
    });
    const { host: _, ...sent } = headers;
    const init = { method: call.method, headers: sent, body, redirect: 'error' } as const;
    const response = await reach(address, init);
    return readAnswer(response, connection.url);
  };
}

/** The query is written here, because `URLSearchParams` writes blanks in a way no signature covers. */
function plainRequest({ method, path, query = {}, body }: Call, url: URL) {
  const address = new URL(`${url.pathname.replace(/\/$/, '')}/api/v1/operator${path}`, url);
  address.search = Object.entries(query)
    .map(pair => pair.map(encodeURIComponent).join('='))
    .join('&');
  return {
    address,
    method,
    protocol: address.protocol,
    hostname: address.hostname,
    path: address.pathname,
    query,
    headers: {
      host: address.host,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}

/** The deadline is the gateway's own: later than that nobody answers. */
async function reach(address: URL, init: RequestInit) {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(30_000) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { cause, message } = error as Error;
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    throw new Failure(EXIT.unreachable, `Cannot reach ${address.origin}: ${why}`);
  }
}

function readAnswer({ status, headers, text }: Awaited<ReturnType<typeof reach>>, url: URL): Answer {
  const body = parsed(text);
  if (status < 300 && body && 'data' in body) return body as unknown as Answer;
  if (status < 400 || typeof body?.message !== 'string') {
    throw new Failure(EXIT.unreachable, `${url.origin} answers ${status}, but not as this service does.`);
  }
  const ours = headers.get('x-request-id');
  const lines = [
    `Refused (${status}): ${plain(body.message)}`,
    ...Object.entries(body.errors ?? {}).map(([field, texts]) => `  ${plain(`${field}: ${texts}`)}`),
    ...(status === 403 && !ours ? [GATEWAY_REFUSED] : []),
    `Request id: ${ours ?? headers.get('apigw-requestid') ?? 'none'}`,
  ];
  throw new Failure(EXIT.refused, lines.join('\n'));
}

const GATEWAY_REFUSED =
  'The gateway did not let the call in: check the credentials (--profile), --region and the clock.';

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
