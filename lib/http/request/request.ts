/**
 * HTTP request as handlers see it: plain data, the same for API Gateway and serverless-offline.
 *
 * The web standard's `Request` is not used, because constructing the first one adds about 30 ms to a Lambda's cold
 * start (infra/decisions/0002-plain-request-objects.md).
 */
import type { RequestOrigin } from '../../domain/accounts/sign-in.ts';
import type { BodySchema } from '../../validation/validate.ts';

export interface HttpRequest {
  /** Route key of API Gateway, for example `POST /api/v1/testimonies/{id}/offers`. */
  readonly route: string;
  readonly method: string;
  /** The requested path, without the query. */
  readonly path: string;
  /** Values of the route's path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The caller's IP address as API Gateway reports it, never taken from a header. */
  readonly source: string;
  /** ARN of the AWS identity that signed the request, on routes with IAM authorization. */
  readonly operator: string | undefined;
  readonly requestId: string;
  readonly receivedAt: Date;
  /** Whether every body that can carry a challenge token must carry one. */
  readonly botProtection: boolean;
  /** Failure that the caller wants simulated; always undefined outside the sandbox. */
  readonly failure: string | undefined;
}

/** Returns the IP address and user agent of a request, which are stored with sessions and accounts. */
export function readOrigin({ source, headers }: HttpRequest): RequestOrigin {
  return { source, userAgent: headers['user-agent'] };
}

/** Reader of a request body. It throws `DomainError` (400, 413, 415) or `InvalidBodyError` (422). */
export interface BodyReader<Body, Who = unknown, Deps = unknown> {
  /** Accepted bodies, for the OpenAPI document: one, or one for each role. */
  readonly bodies: readonly Readonly<BodyDescription>[];
  read(request: HttpRequest, caller: Who, deps: Deps): Promise<Body>;
}

export interface BodyDescription {
  readonly mediaTypes: readonly string[];
  readonly schema: BodySchema;
}

/** Reader of a URL query. It throws `InvalidBodyError` (422). */
export interface QueryReader<Query> {
  readonly schema: BodySchema;
  read(request: HttpRequest): Promise<Query>;
}
