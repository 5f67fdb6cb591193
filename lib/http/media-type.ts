import { DomainError } from '../domain/errors.ts';
import type { HttpRequest } from './request.ts';

/** In bytes: of files what the stack on a developer's machine lets pass (infra/docs/api/validation.md), of text infra/docs/api/validation.md#bounds. */
const LIMITS = {
  'multipart/form-data': 25 * 1024 * 1024,
  'application/json': 256 * 1024,
  'application/x-www-form-urlencoded': 256 * 1024,
} as const;

export type MediaType = keyof typeof LIMITS;

/**
 * Which of the types that a route takes its body has, and the parameters, `; boundary=…` and the like.
 * @throws DomainError when the body is of another type, or larger than any body of its type may be
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

/** Nobody declares the type of nothing: such a body is an empty one of any type (infra/docs/api/validation.md). */
export function isEmptyRequest({ headers, body }: HttpRequest): boolean {
  return body.length === 0 && !headers['content-type'];
}
