import { DomainError } from '../../domain/errors.ts';
import type { HttpRequest } from './request.ts';

/**
 * Size limits in bytes: for forms with files the limit of the local stack
 * (infra/docs/api/uploads.md#limits-of-the-platform), for other bodies the one of the API
 * (infra/docs/api/validation.md#bounds).
 */
const LIMITS = {
  'multipart/form-data': 25 * 1024 * 1024,
  'application/json': 256 * 1024,
  'application/x-www-form-urlencoded': 256 * 1024,
} as const;

export type MediaType = keyof typeof LIMITS;

/**
 * Detects which of the accepted media types a body has.
 *
 * @returns the type and the parameters of the header, such as `; boundary=…`
 * @throws DomainError `unsupported-media-type` when the body has another type, `too-large` when it exceeds the limit
 */
export function detectMediaType<Accepted extends MediaType>(
  { headers, body }: HttpRequest,
  accepted: readonly Accepted[],
): { readonly type: Accepted; readonly parameters: string } {
  const contentType = headers['content-type'] ?? '';
  const [sent = ''] = contentType.split(';', 1);
  const type = accepted.find(name => name === sent.trim().toLowerCase());
  if (!type) throw new DomainError('unsupported-media-type');
  if (body.length > LIMITS[type]) throw new DomainError('too-large');
  return { type, parameters: contentType.slice(sent.length) };
}

/** Returns whether a request has neither a body nor a media type. It then counts as an empty body of any type. */
export function isEmptyRequest({ headers, body }: HttpRequest): boolean {
  return body.length === 0 && !headers['content-type'];
}
