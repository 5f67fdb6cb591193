/** Builds the event that an HTTP API sends to a Lambda function (payload format 2.0). */
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RouteMatch } from './route-table.ts';

/**
 * Matches content types whose bodies API Gateway passes as text; API Gateway encodes all other bodies in Base64, even
 * those of forms.
 */
const TEXT_CONTENT_TYPE = /^(text\/|application\/(json|xml|javascript)\s*(;|$))/i;

interface EventInput {
  readonly url: URL;
  readonly body: Buffer;
  readonly requestId: string;
  readonly match: RouteMatch;
}

/** Creates the event for a request. */
export function createHttpEvent(
  { headersDistinct, httpVersion, method = '', socket }: IncomingMessage,
  { url, body, requestId, match: { routeKey, params } }: EventInput,
): APIGatewayProxyEventV2 {
  const { cookie, ...otherHeaders } = headersDistinct;
  const timeEpoch = Date.now();
  const headers = joinValues(Object.entries(otherHeaders));
  const names = [...new Set(url.searchParams.keys())];
  const query = joinValues(names.map(name => [name, url.searchParams.getAll(name)]));

  return {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie && { cookies: cookie.flatMap(value => value.split(/; */)) }),
    headers,
    ...(names.length > 0 && { queryStringParameters: query }),
    ...(Object.keys(params).length > 0 && { pathParameters: params }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method,
        path: url.pathname,
        protocol: `HTTP/${httpVersion}`,
        sourceIp: socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey,
      stage: '$default',
      time: new Date(timeEpoch).toISOString(),
      timeEpoch,
    },
    ...encodeBody(body, headers['content-type']),
  };
}

function joinValues(entries: readonly (readonly [string, string[] | undefined])[]): Record<string, string> {
  return Object.fromEntries(entries.map(([name, values = []]) => [name, values.join(',')]));
}

function encodeBody(content: Buffer, contentType = '') {
  if (content.length === 0) return { isBase64Encoded: false };
  const isText = TEXT_CONTENT_TYPE.test(contentType);
  return { body: content.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}
