/**
 * Adapter between API Gateway (HTTP API, payload 2.0) and endpoints.
 *
 * Every error that an endpoint throws becomes an error response; a 500 reveals no details. When the endpoint does not
 * end before the deadline, the response is 503 (lib/deadline.ts). The adapter writes a `request.completed` log line for
 * every request.
 */
import { createHash } from 'node:crypto';
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyEventV2WithIAMAuthorizer,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda';
import { type TimeLeft, withDeadline } from '../deadline.ts';
import { DomainError } from '../domain/errors.ts';
import { log, withLogContext } from '../log.ts';
import { type Endpoint, type EndpointDeclaration, respond } from './endpoint.ts';
import type { HttpRequest } from './request/request.ts';
import { toErrorResponse } from './response/error-response.ts';
import type { HttpResponse } from './response/response.ts';
import type { SuccessResponse } from './response/success-response.ts';
import { FAILURE_EXCEPTIONS, FAILURE_HEADER, SimulatedFailure } from './simulated-failure.ts';

/** Deployment settings that change how requests are read and errors are shown. */
export interface HttpSettings {
  /** Whether 403 responses hide their cause (infra/docs/api/conventions.md#texts-of-403). */
  readonly production: boolean;
  /** Whether bodies that can have a challenge token must have one (infra/docs/api/validation.md#bot-challenge). */
  readonly botProtection: boolean;
  /** Whether callers may request simulated failures (infra/docs/api/sandbox.md#failures-on-request). */
  readonly sandbox: boolean;
  /** Hashes of the keys that CloudFront sends. Empty if there is no distribution in front of the API. */
  readonly edgeKeyHashes: readonly string[];
}

export function readHttpSettings(settings: Readonly<Record<string, string | undefined>>): HttpSettings {
  const { STAGE, BOT_PROTECTION, SANDBOX, EDGE_KEY_SHA256 } = settings;
  return {
    production: STAGE === 'production',
    botProtection: BOT_PROTECTION === 'true',
    sandbox: SANDBOX === 'true',
    edgeKeyHashes: readEdgeKeyHashes(EDGE_KEY_SHA256),
  };
}

export type HttpHandler = (
  event: APIGatewayProxyEventV2,
  context?: TimeLeft,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Lambda handler of an endpoint. It also contains the endpoint, for the OpenAPI generator and the tests. */
export interface EndpointHandler<Deps> extends HttpHandler {
  readonly endpoint: Endpoint<Deps>;
}

/** Creates a Lambda handler with the endpoint's own dependencies and the settings of the environment. */
export function endpointHandler<
  Deps,
  Who,
  const Response extends SuccessResponse,
  Subject = undefined,
  Query = undefined,
  Form = undefined,
>(declared: EndpointDeclaration<Deps, Who, Subject, Query, Form, Response>): EndpointHandler<Deps> {
  const handler = createHandler<Deps>(declared, declared.deps, readHttpSettings(process.env));
  return Object.assign(handler, { endpoint: declared });
}

export function createHandler<Deps>(
  endpoint: Endpoint<Deps>,
  deps: NoInfer<Deps>,
  settings: HttpSettings,
): HttpHandler {
  return (event, context = {}) =>
    withLogContext(event.requestContext.requestId, async () => {
      const begun = performance.now();
      const run = async () => respond(endpoint, toRequest(event, settings), deps);
      const response = await withDeadline(context, run).catch(error => failed(error, settings.production));
      log.info({
        event: 'request.completed',
        route: event.routeKey,
        status: response.status,
        ms: Math.round(performance.now() - begun),
      });
      const result = toResult(response, event.requestContext.requestId);
      if (event.requestContext.http.method === 'HEAD') delete result.body;
      return result;
    });
}

function failed(error: unknown, production: boolean): HttpResponse {
  const response = toErrorResponse(error, production);
  if (response.status >= 500 && !(error instanceof SimulatedFailure))
    log.error({ event: 'request.failed', status: response.status, error });
  return response;
}

/** @throws DomainError `forbidden` when the request bypasses CloudFront (`readCallerIpAddress`) */
function toRequest(event: APIGatewayProxyEventV2, settings: HttpSettings): HttpRequest {
  const { botProtection, sandbox, edgeKeyHashes } = settings;
  const { http, requestId, timeEpoch } = event.requestContext;
  return {
    route: event.routeKey,
    method: http.method,
    path: event.rawPath,
    params: normalizeIds(present(event.pathParameters)),
    query: present(event.queryStringParameters),
    headers: present(event.headers),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    source: readCallerIpAddress(event, edgeKeyHashes),
    operator: operatorOf(event),
    requestId,
    receivedAt: new Date(timeEpoch),
    botProtection,
    failure: sandbox && !FAILURE_EXCEPTIONS.test(event.routeKey) ? event.headers[FAILURE_HEADER] : undefined,
  };
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Converts the UUIDs of a path to lower case, in which they are stored. RFC 9562 §4 allows both cases. */
function normalizeIds(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value.replace(UUIDS, id => id.toLowerCase())]),
  );
}

/**
 * Returns the AWS identity of the caller. Only API Gateway's IAM authorizer sets this identity; callers cannot set it
 * with a header.
 */
function operatorOf(event: APIGatewayProxyEventV2): string | undefined {
  const context: Partial<APIGatewayProxyEventV2WithIAMAuthorizer['requestContext']> = event.requestContext;
  return context.authorizer?.iam.userArn;
}

function present(values: Record<string, string | undefined> | undefined): Record<string, string> {
  return (values ?? {}) as Record<string, string>;
}

function toResult(
  { status, headers, body, document }: HttpResponse,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: {
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(document === undefined ? {} : asItIs(document)),
  };
}

function asItIs(
  document: string | Buffer,
): Pick<APIGatewayProxyStructuredResultV2, 'body' | 'isBase64Encoded'> {
  if (typeof document === 'string') return { body: document };
  return { body: document.toString('base64'), isBase64Encoded: true };
}

/** Header with the key of the distribution. CloudFront replaces a value that the caller sends. */
const EDGE_KEY_HEADER = 'x-edge-key';
/** Header with the IP address of the caller. CloudFront replaces a value that the caller sends. */
const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/** Parses the setting `EDGE_KEY_SHA256`: comma-separated SHA-256 hashes in hex, or nothing. */
const readEdgeKeyHashes = (setting: string | undefined): readonly string[] =>
  (setting ?? '').split(',').filter(Boolean);

/**
 * Returns the IP address of the caller (infra/docs/deployment.md#cloudfront-and-waf). Without CloudFront, it is the
 * address that API Gateway reports. Behind CloudFront, API Gateway reports an address of CloudFront, and the
 * distribution sends the caller's address in a header.
 * @param keyHashes hashes of the accepted keys of the distribution; empty when there is no distribution
 * @throws DomainError `forbidden` when there is a distribution and the request did not come through it. Requests that
 * API Gateway has authorised with IAM are exempt, because their signatures are valid only for API Gateway's own host
 * name
 */
function readCallerIpAddress(
  { headers, requestContext }: APIGatewayProxyEventV2,
  keyHashes: readonly string[],
): string {
  const isAuthorisedByIam = 'authorizer' in requestContext;
  if (keyHashes.length === 0 || isAuthorisedByIam) return requestContext.http.sourceIp;
  const { [EDGE_KEY_HEADER]: key = '', [VIEWER_ADDRESS_HEADER]: address } = headers;
  // The key has 256 random bits, so its hash reveals nothing, and the comparison need not take constant time.
  const keyHash = createHash('sha256').update(key).digest('hex');
  if (!address || !keyHashes.includes(keyHash)) throw new DomainError('forbidden');
  return address;
}
