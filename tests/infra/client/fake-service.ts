/** Client of a fake service that returns prepared responses. */
import { createClient, type Exchange } from '../../../infra/client/runtime/index.ts';

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

export type PreparedResponse = readonly [status: number, body?: unknown, headers?: Record<string, string>];

/**
 * Creates a client of a fake service.
 * @param responses responses that the service returns one after another; the last response is repeated
 * @returns the client, the requests that it sent and the exchanges that it reported
 */
export function createFakeClient(...responses: PreparedResponse[]) {
  const sent: SentRequest[] = [];
  const exchanges: Exchange[] = [];
  const fakeFetch = async (
    url: string | URL | Request,
    { method = '', headers, body, signal }: RequestInit = {},
  ) => {
    signal?.throwIfAborted();
    sent.push({ method, url: String(url), headers: headers as Record<string, string>, body });
    const [status, content, more = {}] = responses[Math.min(sent.length, responses.length) - 1] ?? [204];
    const text = content === undefined ? null : JSON.stringify(content);
    return new Response(text, { status, headers: { 'x-request-id': `r${sent.length}`, ...more } });
  };
  const api = createClient({
    baseUrl: 'https://api.example/',
    token: () => 'u_t|s',
    headers: () => ({ 'x-sandbox-failure': 'slow' }),
    fetch: fakeFetch,
    onExchange: exchange => exchanges.push(exchange),
  });
  return { api, sent, exchanges };
}

export const listFormFields = ({ body }: SentRequest) => [...(body as FormData).entries()];

export const parseJsonBody = ({ body }: SentRequest) => JSON.parse(body as string);
