/**
 * Fake of API Gateway and the operators' routes (infra/docs/api/operators.md). It recomputes the signature of every
 * request according to AWS's specification, without the library that the command uses.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type SecretsByKeyId = Readonly<Record<string, string>>;

export interface SignedRequest {
  readonly method: string;
  /** Path and query of the request. */
  readonly path: string;
  readonly body: unknown;
  readonly signedBy: string;
  /** Session token; present only in requests with temporary credentials. */
  readonly sessionToken?: string;
}

/** Faults that the server simulates. */
export interface ApiFaults {
  /** Number of requests whose connection is closed without a response. */
  lostResponses: number;
}

export interface PreparedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of the response. A string is sent unchanged, anything else as JSON. */
  readonly body: unknown;
}

const SESSION_TOKEN = 'x-amz-security-token';

const NOT_FOUND: PreparedResponse = {
  status: 404,
  headers: { 'x-request-id': 'r-404' },
  body: { message: 'Not found.' },
};
const FORBIDDEN: PreparedResponse = {
  status: 403,
  headers: { 'apigw-requestid': 'gw-403' },
  body: { message: 'Forbidden' },
};

/**
 * Starts a server that checks signatures and returns prepared responses.
 * @param keys credentials that the server accepts
 * @param routes responses by method, path and query: `PUT /api/v1/operator/…?query`
 */
export async function startFakeOperatorApi(
  keys: SecretsByKeyId,
  routes: Readonly<Record<string, PreparedResponse>>,
) {
  const calls: SignedRequest[] = [];
  const idempotencyKeys: (string | undefined)[] = [];
  const faults: ApiFaults = { lostResponses: 0 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url: path = '' } = request;
    const signedBy = findSigner(request, body, keys);
    const token = request.headers[SESSION_TOKEN];
    const sessionToken = token && { sessionToken: String(token) };
    if (signedBy) calls.push({ method, path, body: body && JSON.parse(body), signedBy, ...sessionToken });

    idempotencyKeys.push(request.headers['idempotency-key']?.toString());
    if (faults.lostResponses > 0) {
      faults.lostResponses -= 1;
      request.socket.destroy();
      return;
    }

    const reply = signedBy ? (routes[`${method} ${path}`] ?? NOT_FOUND) : FORBIDDEN;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise(resolve => server.close(resolve).closeAllConnections());

  return { url: `http://127.0.0.1:${port}`, calls, idempotencyKeys, faults, stop };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>\w+)\/(?<day>\d{8})\/(?<region>[a-z0-9-]+)\/execute-api\/aws4_request, SignedHeaders=(?<names>[a-z0-9;-]+), Signature=(?<signature>[0-9a-f]{64})$/;

/**
 * Returns the access key id of a request's signature, or undefined when the signature is wrong or does not cover the
 * required headers.
 */
function findSigner({ method, url = '', headers }: IncomingMessage, body: string, keys: SecretsByKeyId) {
  const found = AUTHORIZATION.exec(headers.authorization ?? '')?.groups ?? {};
  const { id = '', day = '', region = '', names = '', signature } = found;
  const time = String(headers['x-amz-date']);
  const covered = names.split(';');
  const present = [SESSION_TOKEN, ...(body ? ['content-type'] : [])].filter(name => name in headers);
  const needed = ['host', 'x-amz-date', ...present];
  if (!time.startsWith(day) || needed.some(name => !covered.includes(name))) return undefined;

  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path.split('/').map(encodeURIComponent).join('/'),
    query.split('&').sort().join('&'),
    ...covered.map(name => `${name}:${headers[name]}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/execute-api/aws4_request`;
  const key = [day, region, 'execute-api', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys[id]}`);
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'));
  return keys[id] && expected.toString('hex') === signature ? id : undefined;
}

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();
