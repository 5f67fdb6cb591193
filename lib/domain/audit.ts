/** What operators did, when and why (contract §3): written once, never changed. */
import type { World } from './world.ts';

export type Action =
  | 'approved'
  | 'revoked'
  | 'identity accepted'
  | 'identity rejected'
  | 'documents opened'
  | 'toggled in sandbox'
  | 'job retried';

/** What an entry is about. */
export interface Subject {
  readonly kind: 'user' | 'job';
  readonly id: string;
}

export interface AuditEntry {
  readonly id: string;
  readonly subject: Subject;
  /** The operator's ARN, or who acted in their place. */
  readonly who: string;
  readonly what: Action;
  readonly why: string | null;
  readonly when: string;
}

export function auditEntry(
  entry: Pick<AuditEntry, 'subject' | 'who' | 'what' | 'why'>,
  needs: Pick<World, 'clock' | 'random'>,
): AuditEntry {
  return { id: needs.random.uuid(), ...entry, when: needs.clock.now().toISOString() };
}
