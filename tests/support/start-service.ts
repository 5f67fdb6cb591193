/**
 * Service as callers see it. Requests are API Gateway events that pass through the same adapter as on AWS. The service
 * uses the emulators of the local stack.
 */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, AttributeValue } from 'aws-lambda';
import { inject } from 'vitest';
import { createCheckFilesHandler } from '../../functions/jobs/check-files.ts';
import { createDeliverHandler } from '../../functions/jobs/deliver.ts';
import { createDeliverWebhooksHandler } from '../../functions/jobs/deliver-webhooks.ts';
import { createSweepHandler } from '../../functions/jobs/sweep.ts';
import { createSweepWebhooksHandler } from '../../functions/jobs/sweep-webhooks.ts';
import { callDynamodb } from '../../infra/local/dynamodb.ts';
import type { RouteMatch } from '../../infra/local/route-table.ts';
import type { Job } from '../../lib/domain/model/jobs/job.ts';
import type { WebhookDelivery } from '../../lib/domain/model/webhooks/webhook.ts';
import { createHandler, readHttpSettings } from '../../lib/http/lambda.ts';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import { clientBody, expertBody, type Fields, type FormBody, PASSWORD } from './builders.ts';
import { assertDeclaredResponse } from './declared-responses.ts';
import { findRoute, ROUTES } from './find-route.ts';
import { openDependencies, type TestDependencies } from './test-dependencies.ts';

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any type
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
  /** ARN of the operator, as API Gateway's IAM authorizer reports it. */
  readonly operator?: string;
}

/** Settings for all following requests and invocations. */
interface InvocationSettings {
  /** Remaining time that Lambda reports to the function, in milliseconds. */
  timeLeftMs: number;
  onResponse(routeKey: string, response: ServiceResponse, milliseconds: number): void;
}

interface JobItem {
  readonly pk: { readonly S: string };
  readonly gsi1sk: { readonly S: string };
  readonly task: { readonly M: Record<string, { readonly S: string }> };
  readonly verdict?: AttributeValue;
}

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Starts the service with separate dependencies.
 * @param settings environment variables that differ from the defaults of `openDependencies`
 * @param override replaces dependencies, for instance by failing ones
 */
export async function startService(
  settings: Record<string, string> = {},
  override: (deps: TestDependencies) => Partial<TestDependencies> = () => ({}),
) {
  const initialDeps = await openDependencies(settings);
  const fileChecks = {
    /** Runs the jobs in this process, and waits for them. */
    start: (jobIds: readonly string[]): Promise<void> =>
      createCheckFilesHandler(deps)({ jobIds }, { awsRequestId: randomUUID() }),
  };
  const deps: TestDependencies = { ...initialDeps, fileChecks, ...override(initialDeps) };
  const edge = readHttpSettings(initialDeps.environment);
  const invocation: InvocationSettings = { timeLeftMs: 300_000, onResponse: () => {} };
  const createContext = () => {
    const end = performance.now() + invocation.timeLeftMs;
    return { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => end - performance.now() };
  };

  /** Sends a request to the endpoint that API Gateway would select. */
  async function send(
    method: string,
    path: string,
    body?: Buffer,
    call: RequestOptions = {},
  ): Promise<ServiceResponse> {
    const url = new URL(`/api/v1${path}`, 'https://api.testimony.example');
    const route = findRoute(method, url.pathname);
    const endpoint = route && ROUTES[route.routeKey];
    // API Gateway itself responds to a request that no route takes.
    if (!endpoint) return { status: 404, headers: {}, body: { message: 'Not Found' } };
    const event = createGatewayEvent(method, url, route, body, deps.clock.now(), call);
    const { API_URL = '', SANDBOX } = initialDeps.environment;
    const stage = { apiUrl: String(API_URL), sandbox: SANDBOX === 'true' };
    const endpointDeps = { ...deps, stage };
    const start = performance.now();
    const result = await createHandler<typeof endpointDeps>(
      endpoint,
      endpointDeps,
      edge,
    )(event, createContext());
    assertDeclaredResponse(
      endpoint,
      result,
      edge.production,
      'x-sandbox-failure' in (event.headers ?? {}),
      method === 'HEAD',
    );
    const response = {
      status: result.statusCode ?? 0,
      headers: (result.headers ?? {}) as Record<string, string>,
      body: parseBody(result),
    };
    invocation.onResponse(event.routeKey, response, performance.now() - start);
    return response;
  }

  /** Creates a function that sends objects as JSON, forms as multipart, and buffers unchanged. */
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

  async function readToken(reply: Promise<ServiceResponse>): Promise<{ token: string; id: string }> {
    const { status, body } = await reply;
    if (status >= 300) throw new Error(`nobody is signed in: ${JSON.stringify(body)}`);
    const { token } = body.data;
    return { token, id: token.slice(0, token.indexOf('_')) };
  }

  return {
    deps,
    invocation,

    send,
    post,
    put: createSender('PUT'),
    /** Sends a request with any HTTP method. */
    sendWithMethod: (method: string, ...rest: Parameters<typeof post>) => createSender(method)(...rest),
    delete: (path: string, call: RequestOptions = {}) => send('DELETE', path, undefined, call),
    get: (path: string, call: RequestOptions = {}) => send('GET', path, undefined, call),

    registerExpert: (change: Fields = {}) => readToken(post('/auth/register/expert', expertBody(change))),

    registerClient: (change: Fields = {}) => readToken(post('/auth/register/client', clientBody(change))),

    /** Logs in and returns another token of the user. */
    signIn: async (email: string, password = PASSWORD) =>
      (await readToken(post('/auth/login', { email, password }))).token,

    /**
     * Runs the jobs that are due, as the scheduled sweep does.
     * @param remainingMs returns the remaining time of the function; five minutes by default
     */
    async sweep(remainingMs?: () => number): Promise<void> {
      const context = createContext();
      await createSweepHandler(deps)(
        {},
        { ...context, ...(remainingMs && { getRemainingTimeInMillis: remainingMs }) },
      );
    },

    /**
     * Runs jobs as the stream does, until none is due.
     * @param except kind of the jobs that do not run
     */
    async runJobs(except?: Job['task']['kind']): Promise<void> {
      const table = String(initialDeps.environment.TABLE_NAME);
      for (;;) {
        const due = await listDueJobs(table, deps.clock.now());
        const chosen = due.filter(({ task }) => task.M.kind?.S !== except);
        const Records = chosen.map(({ pk, task, verdict }, index) => ({
          eventName: 'INSERT' as const,
          dynamodb: {
            Keys: { pk },
            NewImage: { task, ...(verdict && { verdict }) },
            SequenceNumber: String(index),
          },
        }));
        if (Records.length === 0) return;
        const { batchItemFailures } = await createDeliverHandler(deps)({ Records }, createContext());
        if (batchItemFailures.length > 0) throw new Error('the state of a job could not be read or written');
      }
    },

    /**
     * Passes stream records of these jobs to the function that reads the table's stream. The jobs are given by id or
     * with their task.
     */
    streamJobs: (jobs: readonly (string | Pick<Job, 'id' | 'task'>)[]) =>
      createDeliverHandler(deps)(
        {
          Records: jobs.map((job, index) => ({
            eventName: 'INSERT',
            dynamodb: {
              Keys: { pk: { S: `JOB#${typeof job === 'string' ? job : job.id}` } },
              ...(typeof job === 'object' && { NewImage: { task: { M: toStreamedTexts(job.task) } } }),
              SequenceNumber: String(index),
            },
          })),
        },
        createContext(),
      ),

    /** Delivers the events that are due to webhook endpoints, as the scheduled sweep does. */
    sweepWebhooks: () => createSweepWebhooksHandler(deps)({}, createContext()),

    /** Passes stream records of these webhook deliveries to the function that delivers events at once. */
    streamDeliveries: (deliveries: readonly Pick<WebhookDelivery, 'id'>[]) =>
      createDeliverWebhooksHandler(deps)(
        {
          Records: deliveries.map(({ id }, index) => {
            const { pk, sk } = itemKey.delivery(id);
            const Keys = { pk: { S: pk }, sk: { S: sk } };
            return { eventName: 'INSERT', dynamodb: { Keys, SequenceNumber: String(index) } };
          }),
        },
        createContext(),
      ),

    listMailsTo,
  };
}

/** Lists the items of the due jobs in DynamoDB's wire format. One scan is cheaper than the sweep's queries. */
async function listDueJobs(table: string, now: Date): Promise<JobItem[]> {
  const items: JobItem[] = [];
  let page: { Items: JobItem[]; LastEvaluatedKey?: object } | undefined;
  do {
    page = await callDynamodb<NonNullable<typeof page>>(inject('emulators').dynamodb, 'Scan', {
      TableName: table,
      IndexName: 'gsi1',
      FilterExpression: 'begins_with(gsi1pk, :open) AND gsi1sk <= :now',
      ExpressionAttributeValues: { ':open': { S: 'JOBS#open#' }, ':now': { S: now.toISOString() } },
      ...(page?.LastEvaluatedKey && { ExclusiveStartKey: page.LastEvaluatedKey }),
    });
    items.push(...page.Items);
  } while (page.LastEvaluatedKey);
  const orderOf = ({ gsi1sk, pk }: JobItem) => `${gsi1sk.S} ${pk.S}`;
  return items.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** Returns the texts of a task in the format of DynamoDB's stream. */
const toStreamedTexts = (task: object) =>
  Object.fromEntries(
    Object.entries(task).flatMap(([name, S]) => (typeof S === 'string' ? [[name, { S }]] : [])),
  );

/** Returns the body: JSON as a parsed value, Base64 as bytes, and any other body as text. */
function parseBody({ body, headers = {}, isBase64Encoded }: APIGatewayProxyStructuredResultV2): unknown {
  if (body === undefined) return undefined;
  if (isBase64Encoded) return Buffer.from(body, 'base64');
  return String(headers['content-type']).startsWith('application/json') ? JSON.parse(body) : body;
}

export async function listMailsTo(address: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${inject('emulators').ses}/store?${new URLSearchParams({ to: address })}`);
  const { emails } = (await response.json()) as { emails: ReceivedMail[] };
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

export function createGatewayEvent(
  method: string,
  url: URL,
  route: RouteMatch,
  body: Buffer | undefined,
  now: Date,
  { token, headers, source = '192.0.2.1', operator }: RequestOptions = {},
): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    queryStringParameters: Object.fromEntries(url.searchParams),
    pathParameters: route.params,
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
