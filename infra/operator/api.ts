/** Signed calls of the operators' routes, and the errors that they can end with. */
import { plain } from './output.ts';
import { type Connection, createSigner } from './signature.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** Below `/api/v1/operator`, with the query. Blanks in a query are `%20`: the signature does not cover `+`. */
  readonly path: string;
  readonly body?: object;
}

export interface ApiResponse {
  readonly data: unknown;
  /** Only pages of a list have it. */
  readonly meta?: { readonly next_cursor: string | null };
}

export const EXIT = { refused: 1, usage: 2, unreachable: 3 } as const;

/** An error whose message is for the operator and whose exit code is for scripts. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** @throws OperatorError and nothing else */
export type Send = (request: ApiRequest) => Promise<ApiResponse>;

export function connect(connection: Connection): Send {
  const sign = createSigner(connection);

  return async ({ method, path, body }) => {
    const { url } = connection;
    const address = new URL(`${url.pathname.replace(/\/$/, '')}/api/v1/operator${path}`, url);
    const request = await sign(address, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
    }).catch(cause => {
      throw new OperatorError(EXIT.unreachable, `Cannot sign the request: ${plain(cause.message)}`);
    });
    return parseResponse(await fetchText(request, address), address);
  };
}

/** The deadline is that of the gateway, which answers nothing later than that. */
async function fetchText(request: Request, { origin }: URL) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(30_000) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { cause, message } = error as Error;
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    throw new OperatorError(EXIT.unreachable, `Cannot reach ${origin}: ${why}`);
  }
}

type TextResponse = Awaited<ReturnType<typeof fetchText>>;

function parseResponse({ status, headers, text }: TextResponse, { origin }: URL): ApiResponse {
  const body = parseJson(text);
  if (status < 300 && body && 'data' in body) return body as unknown as ApiResponse;
  if (status < 400 || typeof body?.message !== 'string') {
    throw new OperatorError(
      EXIT.unreachable,
      `Unexpected response from ${origin} (${status}): it is not from this service.`,
    );
  }
  const requestId = headers.get('x-request-id');
  const lines = [
    `Rejected (${status}): ${plain(body.message)}`,
    ...Object.entries(body.errors ?? {}).map(([field, texts]) => `  ${plain(`${field}: ${texts}`)}`),
    ...(status === 403 && !requestId ? [REFUSED_BY_GATEWAY] : []),
    `Request id: ${requestId ?? headers.get('apigw-requestid') ?? 'none'}`,
  ];
  throw new OperatorError(EXIT.refused, lines.join('\n'));
}

const REFUSED_BY_GATEWAY =
  'API Gateway rejected the request: check the credentials (--profile), --region and the system clock.';

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
