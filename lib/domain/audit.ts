/** Who did what to an account, when and why (contract §3): written once, never changed. */
import type { World } from './world.ts';

export type Action =
  | 'approved'
  | 'revoked'
  | 'identity accepted'
  | 'identity rejected'
  | 'documents opened'
  | 'toggled in sandbox';

export interface AuditEntry {
  readonly id: string;
  readonly userId: string;
  /** The operator's ARN, or who acted in their place. */
  readonly who: string;
  readonly what: Action;
  readonly why: string | null;
  readonly when: string;
}

export function auditEntry(
  entry: Pick<AuditEntry, 'userId' | 'who' | 'what' | 'why'>,
  needs: Pick<World, 'clock' | 'random'>,
): AuditEntry {
  return { id: needs.random.uuid(), ...entry, when: needs.clock.now().toISOString() };
}
