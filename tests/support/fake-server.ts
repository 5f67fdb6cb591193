/**
 * Servers in the place of an engine or in front of one, so that it fails just where a test wants it to.
 * They live as long as the process of their test file.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Answered {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** `hang` never answers; `hang up` cuts the connection. */
export type FakeResponse = Answered | 'hang' | 'hang up';

export interface FakeServer {
  readonly url: string;
  readonly calls: readonly ReceivedRequest[];
}

/** @param behave is also told how many calls there were, this one included */
export async function startFakeServer(
  behave: (call: ReceivedRequest, count: number) => FakeResponse | Promise<FakeResponse>,
): Promise<FakeServer> {
  const calls: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, headers, body: await buffer(request) };
    const behaviour = await behave(call, calls.push(call));
    if (behaviour === 'hang') return;
    if (behaviour === 'hang up') request.socket.destroy();
    else {
      const { status, headers, body = '' } = behaviour;
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

/**
 * Stands in front of a real engine.
 *
 * @param fault `lost`: the engine does its work, but its answer never arrives. Undefined: no fault.
 */
export function startFaultProxy(
  engine: string,
  fault: (call: ReceivedRequest, count: number) => FakeResponse | 'lost' | 'lost in silence' | undefined,
): Promise<FakeServer> {
  return startFakeServer(async (call, count) => {
    const behaviour = fault(call, count);
    if (behaviour && behaviour !== 'lost' && behaviour !== 'lost in silence') return behaviour;
    const answer = await passOn(engine, call);
    if (behaviour === 'lost') return 'hang up';
    return behaviour === 'lost in silence' ? 'hang' : answer;
  });
}

const OF_ONE_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

async function passOn(engine: string, { method, path, headers, body }: ReceivedRequest): Promise<Answered> {
  const answer = await fetch(`${engine}${path}`, {
    method,
    headers: forwarded(Object.entries(headers) as [string, string][]),
    ...(body.length > 0 && { body }),
  });
  return {
    status: answer.status,
    headers: forwarded(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}

function forwarded(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !OF_ONE_CONNECTION.has(name)));
}

/** Nobody listens there. */
export const UNREACHABLE_URL = 'http://127.0.0.1:9';

/** Whether a call to DynamoDB is this one, `TransactWriteItems`. */
export function isDynamoOperation(action: string, { headers }: ReceivedRequest): boolean {
  return headers['x-amz-target'] === `DynamoDB_20120810.${action}`;
}

/** DynamoDB's answer when another transaction holds one of the items. */
export const CONFLICT: FakeResponse = refusedByTable('TransactionCanceledException', {
  CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
});

/** DynamoDB's answers when it has too much to do, by the names that it has for that. */
export const THROTTLING_RESPONSES: Readonly<Record<string, FakeResponse>> = Object.fromEntries([
  ...['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException'].map(
    name => [name, refusedByTable(name)] as const,
  ),
  ...['ThrottlingError', 'ProvisionedThroughputExceeded'].map(
    Code =>
      [
        `TransactionCanceledException: ${Code}`,
        refusedByTable('TransactionCanceledException', { CancellationReasons: [{ Code }, { Code: 'None' }] }),
      ] as const,
  ),
]);

/** DynamoDB's response with this error. */
export function refusedByTable(name: string, more: object = {}): FakeResponse {
  return {
    status: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'No.', ...more }),
  };
}

/** SES's answer when it refuses a mail; `Throttling` passes, `MessageRejected` by its text. */
export function sesError(code: string, status = 400, message = 'No.'): FakeResponse {
  const body = `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
  return { status, headers: { 'content-type': 'text/xml' }, body };
}

/** S3's answer when it may not do as asked. */
export const ACCESS_DENIED: FakeResponse = {
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
};
