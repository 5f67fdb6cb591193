/**
 * A request as the stories see it: plain data, one shape for API Gateway and serverless-offline.
 *
 * Not the web's `Request`: constructing the first one costs a Lambda about 30 ms of cold start
 * (infra/decisions/0002-plain-requests.md).
 */
export interface HttpRequest {
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
}

/** Reads one kind of body. Throws `Refusal`: 400, 413, 415, and `Invalid` for 422. */
export interface BodyReader<Body> {
  read(request: HttpRequest, now: Date): Promise<Body>;
}
