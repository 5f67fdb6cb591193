/** Factory for the events that API Gateway sends to the functions. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { getRouteKey } from './function-bundles.ts';

export interface RequestParts {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, sent as JSON, or as multipart if it is `FormData`. */
  readonly body?: object;
  /** The ARN of the operator, which API Gateway's IAM authorizer adds. */
  readonly operator?: string;
}

/**
 * Creates the event of a request.
 * @param name the name of the function, for example `me-show`
 */
export async function createRequestEvent(
  name: string,
  { token, params = {}, query, headers, body, operator }: RequestParts = {},
): Promise<APIGatewayProxyEventV2> {
  const routeKey = getRouteKey(name);
  const [method = '', template = ''] = routeKey.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, param) => params[param] ?? '');
  const encoded = body && (body instanceof FormData ? new Response(body) : Response.json(body));
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    pathParameters: params,
    ...(query && { queryStringParameters: query }),
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(encoded && { 'content-type': encoded.headers.get('content-type') ?? '' }),
    },
    requestContext: {
      requestId: randomUUID(),
      timeEpoch: Date.now(),
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'bench' },
      ...(operator && { authorizer: { iam: { userArn: operator } } }),
    } as APIGatewayProxyEventV2['requestContext'],
    isBase64Encoded: true,
    ...(encoded && { body: Buffer.from(await encoded.arrayBuffer()).toString('base64') }),
  };
}
