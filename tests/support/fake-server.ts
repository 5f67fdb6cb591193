/**
 * Fake servers that replace an emulator or forward calls to an emulator, so that a test can make chosen calls fail.
 * The servers run until the test process ends.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface CompleteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Response of a fake server. With `hang`, it never responds; with `hang up`, it closes the connection. */
export type FakeResponse = CompleteResponse | 'hang' | 'hang up';

export interface FakeServer {
  readonly url: string;
  readonly calls: readonly ReceivedRequest[];
}

/**
 * Starts a server that records its calls.
 * @param respond receives the call and the number of the call, starting at 1
 */
export async function startFakeServer(
  respond: (call: ReceivedRequest, count: number) => FakeResponse | Promise<FakeResponse>,
): Promise<FakeServer> {
  const calls: ReceivedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    const call = { method, path, headers, body: await buffer(incoming) };
    const result = await respond(call, calls.push(call));
    if (result === 'hang') return;
    if (result === 'hang up') incoming.socket.destroy();
    else {
      const { status, headers, body = '' } = result;
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

type Fault = FakeResponse | 'lost' | (() => FakeResponse) | undefined;

/**
 * Starts a proxy in front of an emulator.
 * @param chooseFault returns the fault of a call, or undefined for none. With a response, the emulator does not get the
 * call. With `lost`, the emulator processes the call, but the connection is closed before its response. A function is
 * called after the emulator has processed the call, and returns the response that replaces the emulator's
 */
export function startFaultProxy(
  targetUrl: string,
  chooseFault: (call: ReceivedRequest, count: number) => Fault | Promise<Fault>,
): Promise<FakeServer> {
  return startFakeServer(async (call, count) => {
    const fault = await chooseFault(call, count);
    if (fault && fault !== 'lost' && typeof fault !== 'function') return fault;
    const response = await forwardRequest(targetUrl, call);
    if (fault === 'lost') return 'hang up';
    return fault ? fault() : response;
  });
}

const HOP_BY_HOP_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'transfer-encoding',
]);

/** Forwards a call with its `Host`, which the signature of a presigned link covers. */
async function forwardRequest(
  emulator: string,
  { method, path, headers, body }: ReceivedRequest,
): Promise<CompleteResponse> {
  const forwarded = request(`${emulator}${path}`, {
    method,
    headers: removeHopByHopHeaders(Object.entries(headers) as [string, string][]),
  });
  forwarded.end(body);
  const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    headers: removeHopByHopHeaders(Object.entries(response.headers) as [string, string][]),
    body: await buffer(response),
  };
}

function removeHopByHopHeaders(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !HOP_BY_HOP_HEADERS.has(name)));
}

export const UNREACHABLE_URL = 'http://127.0.0.1:9';

/** Returns whether a call requests the given DynamoDB operation, such as `TransactWriteItems`. */
export function isDynamoOperation(action: string, { headers }: ReceivedRequest): boolean {
  return headers['x-amz-target'] === `DynamoDB_20120810.${action}`;
}

/** DynamoDB's response if another transaction has locked one of the items. */
export const TRANSACTION_CONFLICT: FakeResponse = dynamoError('TransactionCanceledException', {
  CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
});

/** DynamoDB's responses to throttled calls, by the name of the error. */
export const THROTTLING_RESPONSES: Readonly<Record<string, FakeResponse>> = Object.fromEntries([
  ...['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException'].map(
    name => [name, dynamoError(name)] as const,
  ),
  ...['ThrottlingError', 'ProvisionedThroughputExceeded'].map(
    Code =>
      [
        `TransactionCanceledException: ${Code}`,
        dynamoError('TransactionCanceledException', { CancellationReasons: [{ Code }, { Code: 'None' }] }),
      ] as const,
  ),
]);

export function dynamoError(name: string, more: object = {}): FakeResponse {
  return {
    status: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'No.', ...more }),
  };
}

/**
 * Returns SES's response with this error. `Throttling` is temporary. `MessageRejected` is temporary or permanent,
 * depending on the message.
 */
export function sesError(code: string, status = 400, message = 'No.'): FakeResponse {
  const body = `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
  return { status, headers: { 'content-type': 'text/xml' }, body };
}

/** S3's response to a caller without permission. */
export const ACCESS_DENIED: FakeResponse = {
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
};
