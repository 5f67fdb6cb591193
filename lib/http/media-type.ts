import { Refusal } from '../domain/errors.ts';
import type { HttpRequest } from './request.ts';

/** What the stack on a developer's machine lets pass (contract §5). AWS stops well before. */
const LARGEST_FORM = 25 * 1024 * 1024;

/** Far beyond any JSON that our fields could fill. */
const LARGEST_JSON = 1024 * 1024;

const LIMITS = { 'multipart/form-data': LARGEST_FORM, 'application/json': LARGEST_JSON } as const;

/**
 * The parameters of the content type, `; boundary=…` and the like.
 * @throws Refusal when the body is of another type, or larger than any body of this type may be
 */
export function expectMediaType({ headers, body }: HttpRequest, expected: keyof typeof LIMITS): string {
  const contentType = headers['content-type'] ?? '';
  const [type = ''] = contentType.split(';', 1);
  if (type.trim().toLowerCase() !== expected) throw new Refusal('unsupported-media-type');
  if (body.length > LIMITS[expected]) throw new Refusal('too-large');
  return contentType.slice(type.length);
}
