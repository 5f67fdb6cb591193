/**
 * The adapter between API Gateway (HTTP API, payload 2.0) and endpoints.
 *
 * Nothing escapes it: whatever a story throws becomes an answer in the contract's form, and a 500
 * says nothing of what happened. It writes the one log line of every request.
 */
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyEventV2WithIAMAuthorizer,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda';
import { inContext, log } from '../log.ts';
import type { Answer } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import { problem } from './problem.ts';
import type { HttpRequest } from './request.ts';

/** What of a deployment's settings shows at its edge. */
export interface Edge {
  /** Whether 403s keep their reason to themselves (spec §7.2). */
  readonly production: boolean;
  /** Whether forms that can carry a challenge token must (spec §5.3). */
  readonly botProtection: boolean;
}

export function edgeOf({ STAGE, BOT_PROTECTION }: Readonly<Record<string, string | undefined>>): Edge {
  return { production: STAGE === 'production', botProtection: BOT_PROTECTION === 'true' };
}

export type HttpHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** The endpoint as a Lambda. */
export function lambda<Needs>(endpoint: Endpoint<Needs>): HttpHandler {
  return handlerOf(endpoint, endpoint.needs, edgeOf(process.env));
}

/** The endpoint with needs of one's choice. */
export function handlerOf<Needs>(endpoint: Endpoint<Needs>, needs: NoInfer<Needs>, edge: Edge): HttpHandler {
  return event =>
    inContext(event.requestContext.requestId, async () => {
      const begun = performance.now();
      const answer = await endpoint
        .handle(toRequest(event, edge), needs)
        .catch(error => failed(error, edge.production));
      log.info({
        event: 'request',
        route: event.routeKey,
        status: answer.status,
        ms: Math.round(performance.now() - begun),
      });
      return toResult(answer, event.requestContext.requestId);
    });
}

function failed(error: unknown, production: boolean): Answer {
  const answer = problem(error, production);
  if (answer.status >= 500) log.error({ event: 'request failed', status: answer.status, error });
  return answer;
}

function toRequest(event: APIGatewayProxyEventV2, { botProtection }: Edge): HttpRequest {
  const { http, requestId, timeEpoch } = event.requestContext;
  return {
    method: http.method,
    path: event.rawPath,
    params: present(event.pathParameters),
    query: present(event.queryStringParameters),
    headers: present(event.headers),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    source: http.sourceIp,
    operator: operatorOf(event),
    requestId,
    receivedAt: new Date(timeEpoch),
    botProtection,
  };
}

/** Only API Gateway's IAM authorizer fills this in; no header of the caller reaches it. */
function operatorOf(event: APIGatewayProxyEventV2): string | undefined {
  const context: Partial<APIGatewayProxyEventV2WithIAMAuthorizer['requestContext']> = event.requestContext;
  return context.authorizer?.iam.userArn;
}

function present(values: Record<string, string | undefined> | undefined): Record<string, string> {
  return (values ?? {}) as Record<string, string>;
}

function toResult(
  { status, headers, body, document }: Answer,
  requestId: string,
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: {
      'x-request-id': requestId,
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
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
