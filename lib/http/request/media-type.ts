import { DomainError } from '../../domain/errors.ts';
import type { HttpRequest } from './request.ts';

/**
 * Size limits in bytes. Forms with files have the limit of the local stack
 * (infra/docs/api/uploads.md#limits-of-the-platform); other bodies have the limit of the API
 * (infra/docs/api/validation.md#bounds).
 */
const MAX_BODY_BYTES = {
  'multipart/form-data': 25 * 1024 * 1024,
  'application/json': 256 * 1024,
  'application/x-www-form-urlencoded': 256 * 1024,
} as const;

export type MediaType = keyof typeof MAX_BODY_BYTES;

/**
 * Detects which of the accepted media types a body has.
 *
 * @returns the type and the parameters of the header, such as `; boundary=…`
 * @throws DomainError `unsupported-media-type` when the body has another type, `malformed-body` when it has another
 *   character encoding than UTF-8, `too-large` when it exceeds the limit
 */
export function detectMediaType<AcceptedType extends MediaType>(
  { headers, body }: HttpRequest,
  acceptedTypes: readonly AcceptedType[],
): { readonly type: AcceptedType; readonly parameters: string } {
  const contentType = headers['content-type'] ?? '';
  const [sentType = ''] = contentType.split(';', 1);
  const type = acceptedTypes.find(name => name === sentType.trim().toLowerCase());
  if (!type) throw new DomainError('unsupported-media-type');
  const parameters = contentType.slice(sentType.length);
  const [, charset = 'utf-8'] = CHARSET_PARAMETER.exec(parameters) ?? [];
  if (!UTF_8_CHARSETS.has(charset.toLowerCase())) throw new DomainError('malformed-body');
  if (body.length > MAX_BODY_BYTES[type]) throw new DomainError('too-large');
  return { type, parameters };
}

const CHARSET_PARAMETER = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** UTF-8, and ASCII, which is a part of it. */
const UTF_8_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Returns whether a request has neither a body nor a media type. Such a request has an empty body of any type. */
export function isEmptyRequest({ headers, body }: HttpRequest): boolean {
  return body.length === 0 && !headers['content-type'];
}
