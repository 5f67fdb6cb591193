/** Client of the operator routes: signs requests, and defines the command line's errors and exit codes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ApiConnection, createSigner } from './signature.ts';
import { sanitizeText } from './terminal-output.ts';

export interface ApiRequest {
  readonly method: string;
  /** Path below `/api/v1/operator` with the query. Spaces must be `%20`, because signatures do not support `+`. */
  readonly path: string;
  readonly body?: object;
}

export interface ApiResponse {
  readonly data: unknown;
  /** Missing if the response is not a page of a list. */
  readonly meta?: { readonly next_cursor: string | null };
}

export const EXIT_CODES = { rejected: 1, wrongUsage: 2, unreachable: 3 } as const;

/** Error with a message for the operator and an exit code for scripts. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Waiting times before a request that writes is repeated after a network error. */
const REPEAT_DELAYS_MS = [500, 2000];

/**
 * Sends a request to the API. A request that writes has an idempotency key. After a network error, a request that
 * writes is repeated with the same key, because the API may have carried it out although the response was lost
 * (infra/docs/api/conventions.md#idempotency).
 * @throws OperatorError when the API rejects the request or cannot be reached
 */
export type SendRequest = (request: ApiRequest) => Promise<ApiResponse>;

export function createApiClient(connection: ApiConnection): SendRequest {
  const sign = createSigner(connection);

  return async ({ method, path, body }) => {
    const { url } = connection;
    const address = new URL(`${url.pathname.replace(/\/$/, '')}/api/v1/operator${path}`, url);
    const init = {
      method,
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
    } as const;
    const sendOnce = async () => {
      const request = await sign(address, init).catch(cause => {
        throw new OperatorError(
          EXIT_CODES.unreachable,
          `Cannot sign the request: ${sanitizeText(cause.message)}`,
        );
      });
      return fetchText(request, address);
    };
    const response = await (method === 'GET' ? sendOnce() : sendRepeatedly(sendOnce));
    const hint = method !== 'GET' && response.status >= 500 ? UNKNOWN_OUTCOME : '';
    return parseResponse(response, address, hint);
  };
}

/** Sends a request until the API responds or the attempts are used up. Each attempt has a new signature. */
async function sendRepeatedly<Response>(sendOnce: () => Promise<Response>): Promise<Response> {
  for (const delay of REPEAT_DELAYS_MS) {
    try {
      return await sendOnce();
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      await wait(delay);
    }
  }
  return sendOnce().catch(error => {
    if (error instanceof UnreachableError) error.message += UNKNOWN_OUTCOME;
    throw error;
  });
}

const UNKNOWN_OUTCOME =
  '\nThe change may have been made all the same. Show the record before you run the command again.';

class UnreachableError extends OperatorError {
  constructor(message: string) {
    super(EXIT_CODES.unreachable, message);
  }
}

/** Sends a request and reads the response as text. The timeout is that of API Gateway. */
async function fetchText(request: Request, { origin }: URL) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(30_000) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    throw new UnreachableError(`Cannot reach ${origin}: ${reason}`);
  }
}

type TextResponse = Awaited<ReturnType<typeof fetchText>>;

/**
 * Parses a response.
 * @param hint text that is appended to the message of an error
 * @throws OperatorError when the status is not 2xx or the response is not from the API
 */
function parseResponse({ status, headers, text }: TextResponse, { origin }: URL, hint: string): ApiResponse {
  if (status === 204) return { data: {} };
  const body = parseJson(text);
  if (status < 300 && body && 'data' in body) return body as unknown as ApiResponse;
  if (status < 400 || typeof body?.message !== 'string') {
    throw new OperatorError(
      EXIT_CODES.unreachable,
      `Unexpected response from ${origin} (${status}): it is not from this service.${hint}`,
    );
  }
  const requestId = headers.get('x-request-id');
  const lines = [
    `Rejected (${status}): ${sanitizeText(body.message)}`,
    ...Object.entries(body.errors ?? {}).map(([field, texts]) => `  ${sanitizeText(`${field}: ${texts}`)}`),
    ...(status === 403 && !requestId ? [GATEWAY_REJECTION] : []),
    ...(status === 409 ? [STATE_HINT] : []),
    `Request id: ${requestId ?? headers.get('apigw-requestid') ?? 'none'}`,
  ];
  throw new OperatorError(EXIT_CODES.rejected, lines.join('\n') + hint);
}

const GATEWAY_REJECTION =
  'API Gateway rejected the request: check the credentials (--profile), --region and the system clock.';

/** Hint for an operator whose command is not possible in the current state of the record. */
const STATE_HINT = 'Show the record. When each command is possible: infra/docs/api/operators.md#routes.';

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}
