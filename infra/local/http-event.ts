/** Builds the event that an HTTP API sends to a Lambda function (payload format 2.0). */
import type { Request } from '@hapi/hapi';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { RouteMatch } from './route-table.ts';

/** Matches content types whose bodies API Gateway passes as text; it base64-encodes all others, also those of forms. */
const TEXT_CONTENT_TYPE = /^(text\/|application\/(json|xml|javascript)\s*(;|$))/i;

/** Creates the event for a request. */
export function createHttpEvent(request: Request, { routeKey, params }: RouteMatch): APIGatewayProxyEventV2 {
  const { app, info, payload, raw, url } = request;
  // Node's request has the received headers. In hapi's request, ./gateway.ts has changed the headers.
  const { cookie, ...otherHeaders } = raw.req.headersDistinct;
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
        method: raw.req.method ?? 'GET',
        path: url.pathname,
        protocol: `HTTP/${raw.req.httpVersion}`,
        sourceIp: info.remoteAddress,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: app.requestId,
      routeKey,
      stage: '$default',
      time: new Date(info.received).toISOString(),
      timeEpoch: info.received,
    },
    ...encodeBody(payload as Buffer | null | undefined, headers['content-type']),
  };
}

function joinValues(entries: readonly (readonly [string, string[] | undefined])[]): Record<string, string> {
  return Object.fromEntries(entries.map(([name, values = []]) => [name, values.join(',')]));
}

function encodeBody(payload: Buffer | null | undefined, contentType = '') {
  if (!payload?.length) return { isBase64Encoded: false };
  const isText = TEXT_CONTENT_TYPE.test(contentType);
  return { body: payload.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}
