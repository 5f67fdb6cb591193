/**
 * Builds the event that an HTTP API hands to a Lambda (payload 2.0). Replaces serverless-offline's own
 * builder, whose request ids are all the same, which keeps only the last of repeated headers, and
 * which mangles every binary body whose media type it does not know by heart.
 */
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The part of a hapi request that is read here: `payload` is serverless-offline's, `requestId` the gateway's. */
export interface GatewayRequest {
  readonly app: { readonly requestId: string };
  readonly raw: { readonly req: IncomingMessage & { payload?: Buffer | null } };
  readonly params: Readonly<Record<string, string>>;
  readonly url: URL;
  readonly info: { readonly received: number; readonly remoteAddress: string };
}

/** Everything else arrives base64-encoded. */
const TEXT =
  /^(text\/|application\/(json|xml|javascript|x-www-form-urlencoded)\s*(;|$)|[^;]*\+(json|xml)\s*(;|$))/i;

export default class HttpEvent {
  readonly #request: GatewayRequest;
  readonly #stage: string;
  readonly #routeKey: string;

  constructor(request: GatewayRequest, stage: string, routeKey: string) {
    this.#request = request;
    this.#stage = stage;
    this.#routeKey = routeKey;
  }

  create(): APIGatewayProxyEventV2 {
    const { params, url, raw } = this.#request;
    const { cookie, ...headers } = joinedHeaders(raw.req.rawHeaders);
    const query = joinedQuery(url.searchParams);

    return {
      version: '2.0',
      routeKey: this.#routeKey,
      rawPath: url.pathname,
      rawQueryString: url.search.slice(1),
      ...(cookie && { cookies: cookie.split(/; */) }),
      headers,
      ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
      ...(this.#routeKey !== '$default' &&
        Object.keys(params).length > 0 && { pathParameters: { ...params } }),
      requestContext: this.#context(headers),
      ...body(raw.req.payload, headers['content-type']),
    };
  }

  #context(headers: Readonly<Record<string, string>>): APIGatewayProxyEventV2['requestContext'] {
    const { app, info, raw, url } = this.#request;
    return {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: raw.req.method ?? 'GET',
        path: url.pathname,
        protocol: `HTTP/${raw.req.httpVersion}`,
        sourceIp: info.remoteAddress,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: app.requestId,
      routeKey: this.#routeKey,
      stage: this.#stage,
      time: new Date(info.received).toISOString(),
      timeEpoch: info.received,
    };
  }
}

/** Names in lower case, repeated ones joined by a comma (cookies by a semicolon). */
function joinedHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const glue = name === 'cookie' ? '; ' : ',';
    headers[name] = headers[name] === undefined ? value : headers[name] + glue + value;
  }
  return headers;
}

function joinedQuery(parameters: URLSearchParams): Record<string, string> {
  const names = new Set(parameters.keys());
  return Object.fromEntries([...names].map(name => [name, parameters.getAll(name).join(',')]));
}

function body(payload: Buffer | null | undefined, type: string | undefined) {
  if (!payload?.length) return { isBase64Encoded: false };
  return type && TEXT.test(type)
    ? { body: payload.toString('utf8'), isBase64Encoded: false }
    : { body: payload.toString('base64'), isBase64Encoded: true };
}
