/**
 * Entity tags for conditional requests (infra/docs/api/conventions.md#conditional-requests; RFC 9110 §8.8.3,
 * §13.1.1).
 */
import { createHash } from 'node:crypto';

/** Computes a strong entity tag: equal representations have equal tags, different ones have different tags. */
export function computeEtag(representation: object): string {
  return `"${createHash('sha256').update(JSON.stringify(representation)).digest('base64url').slice(0, 22)}"`;
}

/**
 * Returns whether an `If-Match` condition holds. Weak tags and malformed tags never match. A quoted tag may contain a
 * comma, at which this function would split it. The API's own tags contain no commas, so such a fragment matches none
 * of them.
 *
 * @param ifMatch the header; without it the condition always holds
 */
export function matchesEtag(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some(candidate => candidate.trim() === tag);
}
