/** Signed calls of the operators' routes, and the errors that they can end with. */

import { type Connection, createSigner } from './signature.ts';
import { sanitizeText } from './terminal-output.ts';

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

export const EXIT_CODES = { rejected: 1, wrongUsage: 2, unreachable: 3 } as const;

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
export type SendRequest = (request: ApiRequest) => Promise<ApiResponse>;

export function createApiClient(connection: Connection): SendRequest {
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
      throw new OperatorError(
        EXIT_CODES.unreachable,
        `Cannot sign the request: ${sanitizeText(cause.message)}`,
      );
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
    const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    throw new OperatorError(EXIT_CODES.unreachable, `Cannot reach ${origin}: ${reason}`);
  }
}

type TextResponse = Awaited<ReturnType<typeof fetchText>>;

function parseResponse({ status, headers, text }: TextResponse, { origin }: URL): ApiResponse {
  const body = parseJson(text);
  if (status < 300 && body && 'data' in body) return body as unknown as ApiResponse;
  if (status < 400 || typeof body?.message !== 'string') {
    throw new OperatorError(
      EXIT_CODES.unreachable,
      `Unexpected response from ${origin} (${status}): it is not from this service.`,
    );
  }
  const requestId = headers.get('x-request-id');
  const lines = [
    `Rejected (${status}): ${sanitizeText(body.message)}`,
    ...Object.entries(body.errors ?? {}).map(([field, texts]) => `  ${sanitizeText(`${field}: ${texts}`)}`),
    ...(status === 403 && !requestId ? [GATEWAY_REJECTION] : []),
    `Request id: ${requestId ?? headers.get('apigw-requestid') ?? 'none'}`,
  ];
  throw new OperatorError(EXIT_CODES.rejected, lines.join('\n'));
}

const GATEWAY_REJECTION =
  'API Gateway rejected the request: check the credentials (--profile), --region and the system clock.';

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
