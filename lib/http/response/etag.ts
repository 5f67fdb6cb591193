/** Conditional requests (infra/docs/api/conventions.md#conditional-requests; RFC 9110 §8.8.3, §13.1.1, §13.1.2). */
import { createHash } from 'node:crypto';
import { type HttpResponse, ok } from './response.ts';

/** Computes a strong entity tag: representations have the same tag only if they are equal. */
export function computeEtag(representation: object): string {
  return `"${createHash('sha256').update(JSON.stringify(representation)).digest('base64url').slice(0, 22)}"`;
}

/**
 * Returns whether an `If-Match` condition holds. Weak tags and malformed tags never match. This function splits the
 * header at every comma, even inside a quoted tag. The API's own tags contain no commas, so a fragment of a split tag
 * matches none of them.
 * @param ifMatch value of the header; the condition always holds when the header is absent
 */
export function matchesEtag(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some(candidate => candidate.trim() === tag);
}

/** Returns whether an `If-None-Match` header contains the tag, by weak comparison. `*` contains every tag. */
export function isEtagListed(ifNoneMatch: string | undefined, tag: string): boolean {
  const listedTags = ifNoneMatch?.split(',').map(toOpaqueTag) ?? [];
  return ifNoneMatch?.trim() === '*' || listedTags.includes(toOpaqueTag(tag));
}

const toOpaqueTag = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Creates the response with a resource and its tag, or a 304 response when `If-None-Match` contains the tag. */
export function createConditionalResponse<T extends object>(
  resource: T,
  { headers }: { readonly headers: Readonly<Record<string, string>> },
): HttpResponse<200 | 304, { data: T }> {
  const etag = computeEtag(resource);
  const response = isEtagListed(headers['if-none-match'], etag) ? ({ status: 304 } as const) : ok(resource);
  return { ...response, headers: { etag } };
}
