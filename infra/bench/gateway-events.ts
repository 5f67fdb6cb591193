/** Factory for the events that API Gateway sends to the functions. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { DUMMY_TOKEN } from '../local/emulators.ts';
import { getRouteKey } from './function-bundles.ts';

/** The variable parts of a request. */
export interface RequestParts {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, sent as JSON, or as multipart if it is `FormData`. */
  readonly body?: object | FormData;
  /** The ARN of the operator, which API Gateway's IAM authorizer adds. */
  readonly operator?: string;
}

/**
 * Creates the event of a request.
 *
 * @param name the name of the function, for example `me-show`
 */
export async function createRequestEvent(
  name: string,
  { token, params = {}, query, headers, body, operator }: RequestParts = {},
): Promise<APIGatewayProxyEventV2> {
  const routeKey = getRouteKey(name);
  const [method = '', template = ''] = routeKey.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, param) => params[param] ?? '');
  const { type, content } = await encodeBody(body);
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
      ...(type && { 'content-type': type }),
    },
    requestContext: {
      requestId: randomUUID(),
      timeEpoch: Date.now(),
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'bench' },
      ...(operator && { authorizer: { iam: { userArn: operator } } }),
    } as APIGatewayProxyEventV2['requestContext'],
    isBase64Encoded: true,
    ...(content && { body: content }),
  };
}

async function encodeBody(body: object | undefined): Promise<{ type?: string; content?: string }> {
  if (!body) return {};
  const response = body instanceof FormData ? new Response(body) : Response.json(body);
  const type = response.headers.get('content-type') ?? '';
  return { type, content: Buffer.from(await response.arrayBuffer()).toString('base64') };
}

/** Adds a Turnstile token to the fields of a body. */
export const withTurnstileToken = (fields: object): object => ({ ...fields, turnstileToken: DUMMY_TOKEN });
