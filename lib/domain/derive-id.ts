/** Ids that are derived from other ids. */
import { createHash } from 'node:crypto';

/**
 * Derives the id of a job that another job creates. The id is deterministic, so a parent job that runs twice creates
 * the child job once.
 */
export function deriveId(parentId: string, about: string): string {
  const hash = createHash('sha256').update(`${parentId} ${about}`).digest('hex');
  return `${parentId.slice(0, 15)}${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}
