/**
 * A request as the stories see it: plain data, one shape for API Gateway and serverless-offline.
 *
 * Not the web's `Request`: constructing the first one costs a Lambda about 30 ms of cold start
 * (infra/decisions/0002-plain-requests.md).
 */
import type { Origin } from '../domain/accounts/sign-in.ts';
import type { FormSchema } from '../validation/validate.ts';

export interface HttpRequest {
  /** As it is wired, `POST /api/v1/testimonies/{id}/offers`. */
  readonly route: string;
  readonly method: string;
  /** The path as called, without the query. */
  readonly path: string;
  /** Values of the `{placeholders}` of the route. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The caller's address as the gateway saw it, never as a header claims. */
  readonly source: string;
  /** The AWS identity that signed the request, on routes that API Gateway guards by IAM. */
  readonly operator: string | undefined;
  readonly requestId: string;
  readonly receivedAt: Date;
  /** Whether a challenge token is required wherever one can be sent. */
  readonly botProtection: boolean;
  /** A failure that is asked for, where this is the sandbox. */
  readonly failure: string | undefined;
}

/** Where a request comes from, as far as a session or an account remembers it. */
export function readOrigin({ source, headers }: HttpRequest): Origin {
  return { source, userAgent: headers['user-agent'] };
}

/** Reads a body. Throws `DomainError` (400, 413, 415) or `InvalidBody` (422). */
export interface BodyReader<Form, Who = unknown, Deps = unknown> {
  /** The forms it takes, for the API's description: one, or one for each role. */
  readonly forms: readonly Readonly<BodyDescription>[];
  read(request: HttpRequest, caller: Who, deps: Deps): Promise<Form>;
}

export interface BodyDescription {
  readonly mediaTypes: readonly string[];
  readonly schema: FormSchema;
}

/** Reads the query of the URL. Throws `InvalidBody` (422). */
export interface QueryReader<Query> {
  readonly schema: FormSchema;
  read(request: HttpRequest): Promise<Query>;
}
