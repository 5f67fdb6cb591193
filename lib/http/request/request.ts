/**
 * HTTP request as handlers see it: plain data that is the same for API Gateway and serverless-offline. This file also
 * reads the media type and the ids in the path.
 *
 * The web standard's `Request` is not used, because constructing the first one adds about 30 ms to a Lambda's cold
 * start (infra/decisions/0002-plain-request-objects.md).
 */

import { DomainError } from '../../domain/errors.ts';
import type { RequestOrigin } from '../../domain/model/accounts/credentials.ts';
import { type Affiliation, readAffiliation } from '../../domain/model/partners/partner.ts';
import type { BodySchema } from '../../validation/validate.ts';

export interface HttpRequest extends Affiliation {
  /** Route key of API Gateway, for example `POST /api/v1/testimonies/{id}/offers`. */
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /**
   * The caller's IP address, as API Gateway or CloudFront reports it (`readCallerIpAddress`); callers cannot set it.
   */
  readonly source: string;
  /** ARN of the AWS identity that signed the request, on routes with IAM authorization. */
  readonly operator: string | undefined;
  readonly requestId: string;
  readonly receivedAt: Date;
  /** Whether every body that can carry a challenge token must carry one. */
  readonly botProtection: boolean;
  /**
   * Failure that the caller wants simulated; always undefined outside the sandbox, and on routes that frontends do not
   * call.
   */
  readonly failure: string | undefined;
}

/** Returns the origin of a login or registration. A login can also name the device. */
export function readOrigin(
  { source, headers, ...affiliation }: HttpRequest,
  { deviceName }: Pick<RequestOrigin, 'deviceName'> = { deviceName: null },
): RequestOrigin {
  const userAgent = headers['user-agent'];
  return { source, userAgent, deviceName, ...readAffiliation(affiliation) };
}

/** Reader of a request body. It throws `DomainError` (400, 413, 415) or `InvalidBodyError` (422). */
export interface BodyReader<Body, Who = unknown, Deps = unknown> {
  /** Accepted bodies, for the OpenAPI document: one for all callers, or one for each role. */
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

/**
 * Maximum body sizes in bytes. The limit of forms with files is that of the local stack
 * (infra/docs/api/uploads.md#limits-of-the-platform), the limit of other bodies is that of the API
 * (infra/docs/api/validation.md#bounds).
 */
const MAX_BODY_BYTES = {
  'multipart/form-data': 25 * 1024 * 1024,
  'application/json': 256 * 1024,
  'application/x-www-form-urlencoded': 256 * 1024,
} as const;

export type MediaType = keyof typeof MAX_BODY_BYTES;

/**
 * Returns the media type of a body, which must be an accepted one.
 * @returns the type and the parameters of the header, such as `; boundary=…`
 * @throws DomainError `unsupported-media-type` when the body has another type or is compressed, `malformed-body` when
 * it has another character encoding than UTF-8, `too-large` when it exceeds the limit
 */
export function detectMediaType<AcceptedType extends MediaType>(
  { headers, body }: HttpRequest,
  acceptedTypes: readonly AcceptedType[],
): { readonly type: AcceptedType; readonly parameters: string } {
  const contentType = headers['content-type'] ?? '';
  const [sentType = ''] = contentType.split(';', 1);
  const type = acceptedTypes.find(name => name === sentType.trim().toLowerCase());
  const contentCoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (!type || contentCoding !== 'identity') throw new DomainError('unsupported-media-type');
  const parameters = contentType.slice(sentType.length);
  if (!isUtf8Type(parameters)) throw new DomainError('malformed-body');
  if (body.length > MAX_BODY_BYTES[type]) throw new DomainError('too-large');
  return { type, parameters };
}

/** Matches a parameter of a header. Its value may be quoted, and then contain semicolons. */
const PARAMETER = /;\s*([^\s;="]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]*))/g;

/** Reads the parameters of a header by their names in lower case. */
export function readHeaderParameters(header: string): ReadonlyMap<string, string> {
  const parameters = header.matchAll(PARAMETER);
  return new Map(
    [...parameters].map(([, name = '', quoted, token = '']) => [name.toLowerCase(), quoted ?? token]),
  );
}

/** Names of the accepted character encodings: UTF-8, and ASCII, which is a subset of UTF-8. */
const UTF_8_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Returns whether the parameters of a media type name no other character encoding than UTF-8. */
export function isUtf8Type(parameters: string): boolean {
  const charset = readHeaderParameters(parameters).get('charset') ?? 'utf-8';
  return UTF_8_CHARSETS.has(charset.toLowerCase());
}

/**
 * Returns whether a request has neither a body nor a media type. Such a request is treated as an empty body of any
 * accepted type.
 */
export function isEmptyRequest({ headers, body }: HttpRequest): boolean {
  return body.length === 0 && !headers['content-type'];
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a body in UTF-8, without its byte order mark.
 * @throws DomainError `malformed-body` when the body is not UTF-8
 */
export function decodeUtf8(body: Buffer): string {
  try {
    return strictDecoder.decode(body);
  } catch {
    throw new DomainError('malformed-body');
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws DomainError `not-found` when the value is not a UUID, so that the table is not read for it */
export function readPathId({ params }: HttpRequest, name = 'id'): string {
  const id = params[name] ?? '';
  if (!UUID.test(id)) throw new DomainError('not-found');
  return id;
}
