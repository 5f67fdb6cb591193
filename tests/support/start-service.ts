/**
 * The service as a caller sees it: requests go through the same adapter as on AWS, with the very
 * events that the local gateway builds, and end at real engines.
 */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { inject } from 'vitest';
import { deliver } from '../../functions/jobs/deliver.ts';
import { sweep } from '../../functions/jobs/sweep.ts';
import { notFoundEndpoint } from '../../functions/not-found.ts';
import type { AnyEndpoint } from '../../infra/functions/endpoints.ts';
import { createHandler, readEdgeSettings } from '../../lib/http/lambda.ts';
import { clientBody, expertBody, type Fields, type FormBody, PASSWORD } from './builders.ts';
import { assertDeclaredResponse } from './declared-responses.ts';
import { findRoute, ROUTES } from './find-route.ts';
import { openDependencies, type TestDependencies } from './test-dependencies.ts';

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface ReceivedMail {
  readonly subject: string;
  readonly from: string;
  readonly replyTo: readonly string[];
  readonly destination: { readonly to: readonly string[] };
  readonly body: { readonly html: string; readonly text: string };
}

interface RequestOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly source?: string;
  /** The ARN that API Gateway's IAM authorizer would give. */
  readonly operator?: string;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * @param settings environment variables that differ from those of `openDependencies`
 * @param override replaces members of the world, to let them fail
 */
export async function startService(
  settings: Record<string, string> = {},
  override: (deps: TestDependencies) => Partial<TestDependencies> = () => ({}),
) {
  const initialDeps = await openDependencies(settings);
  const deps: TestDependencies = { ...initialDeps, ...override(initialDeps) };
  const edge = readEdgeSettings(initialDeps.environment);

  /** Chooses the endpoint as API Gateway would. */
  async function send(
    method: string,
    path: string,
    body?: Buffer,
    call: RequestOptions = {},
  ): Promise<ServiceResponse> {
    const url = new URL(`/api/v1${path}`, 'https://api.testimony.example');
    const route = findRoute(method, url.pathname);
    const event = createGatewayEvent(method, url, route, body, deps.clock.now(), call);
    const endpoint: AnyEndpoint = (route && ROUTES[route.routeKey]) ?? notFoundEndpoint;
    const { API_URL = '', SANDBOX } = initialDeps.environment;
    const stage = { apiUrl: String(API_URL), sandbox: SANDBOX === 'true' };
    const endpointDeps = { ...deps, routes: Object.keys(ROUTES), stage };
    const result = await createHandler<typeof endpointDeps>(endpoint, endpointDeps, edge)(event);
    assertDeclaredResponse(endpoint, result, edge.production, 'x-sandbox-failure' in (event.headers ?? {}));
    return {
      status: result.statusCode ?? 0,
      headers: (result.headers ?? {}) as Record<string, string>,
      body: parseBody(result),
    };
  }

  /** An object goes as JSON, a form as multipart, a buffer as it is. */
  const createSender =
    (method: string) =>
    async (
      path: string,
      body?: object | FormBody | Buffer,
      call: RequestOptions = {},
    ): Promise<ServiceResponse> => {
      const { bytes, type } = await encodeBody(body);
      const headers = { ...(type && { 'content-type': type }), ...call.headers };
      return send(method, path, bytes, { ...call, headers });
    };
  const post = createSender('POST');

  /** What a registration or a login ends in. */
  async function readToken(reply: Promise<ServiceResponse>): Promise<{ token: string; id: string }> {
    const { status, body } = await reply;
    if (status >= 300) throw new Error(`nobody is signed in: ${JSON.stringify(body)}`);
    const { token } = body.data;
    return { token, id: token.slice(0, token.indexOf('_')) };
  }

  return {
    deps,

    send,
    post,
    put: createSender('PUT'),
    /** By a method of one's choice. */
    sendWithMethod: (method: string, ...rest: Parameters<typeof post>) => createSender(method)(...rest),
    delete: (path: string, call: RequestOptions = {}) => send('DELETE', path, undefined, call),
    get: (path: string, call: RequestOptions = {}) => send('GET', path, undefined, call),

    /** An expert who has just registered, and the token that came of it. */
    registerExpert: (change: Fields = {}) => readToken(post('/auth/register/expert', expertBody(change))),

    /** A client who has just registered. */
    registerClient: (change: Fields = {}) => readToken(post('/auth/register/client', clientBody(change))),

    /** Another token of somebody who has registered. */
    signIn: async (email: string, password = PASSWORD) =>
      (await readToken(post('/auth/login', { email, password }))).token,

    /** Carries out all jobs that are due, as the stream and the sweep would. */
    async runJobs(): Promise<void> {
      await sweep(deps)({}, { awsRequestId: randomUUID() });
    },

    /** Hands records of these jobs to the function that reads the table's stream. */
    streamJobs: (jobIds: readonly string[]) =>
      deliver(deps)(
        {
          Records: jobIds.map((id, index) => ({
            eventName: 'INSERT',
            dynamodb: { Keys: { pk: { S: `JOB#${id}` } }, SequenceNumber: String(index) },
          })),
        },
        { awsRequestId: randomUUID() },
      ),

    listMailsTo,
  };
}

/** JSON parsed; a document as its bytes or its text. */
function parseBody({ body, headers = {}, isBase64Encoded }: APIGatewayProxyStructuredResultV2): unknown {
  if (body === undefined) return undefined;
  if (isBase64Encoded) return Buffer.from(body, 'base64');
  return String(headers['content-type']).startsWith('application/json') ? JSON.parse(body) : body;
}

export async function listMailsTo(address: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${inject('emulators').ses}/store?${new URLSearchParams({ to: address })}`);
  const { emails } = (await answer.json()) as { emails: ReceivedMail[] };
  return emails;
}

async function encodeBody(body?: object | FormBody | Buffer): Promise<{ bytes?: Buffer; type?: string }> {
  if (body === undefined) return {};
  if (Buffer.isBuffer(body)) return { bytes: body };
  if (!(body instanceof FormData))
    return { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  const response = new Response(body);
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type') ?? '',
  };
}

function createGatewayEvent(
  method: string,
  url: URL,
  route: ReturnType<typeof findRoute>,
  body: Buffer | undefined,
  now: Date,
  { token, headers, source = '192.0.2.1', operator }: RequestOptions = {},
): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    routeKey: route?.routeKey ?? '$default',
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    queryStringParameters: Object.fromEntries(url.searchParams),
    pathParameters: route?.params ?? {},
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    requestContext: {
      requestId: randomUUID(),
      timeEpoch: now.getTime(),
      http: { method, path: url.pathname, protocol: 'HTTP/1.1', sourceIp: source, userAgent: '' },
      ...(operator && { authorizer: { iam: { userArn: operator } } }),
    } as APIGatewayProxyEventV2['requestContext'],
    isBase64Encoded: true,
    ...(body && { body: body.toString('base64') }),
  };
}
