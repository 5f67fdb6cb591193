/** Changing only what one has seen (infra/docs/api/conventions.md#conditional-requests; RFC 9110 §8.8.3, §13.1.1). */
import { createHash } from 'node:crypto';

/** Stands for exactly this representation: the same for the same, another for any other. */
export function computeEtag(shown: object): string {
  return `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether the condition holds for what has this tag. A weak tag never matches, and neither does what is no tag.
 * A quoted text may contain a comma; ours have none, so none is ever a piece of another.
 *
 * @param ifMatch the header; without one there is no condition
 */
export function matchesEtag(ifMatch: string | undefined, tag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some(one => one.trim() === tag);
}
