/**
 * Journal of closed accounts and of decisions about accounts. It is stored in the bucket, so that a restore of the
 * table does not undo them (infra/docs/restore.md#the-journal). Entries contain no personal data beyond the id of the
 * user.
 */
import type { User } from '../accounts/account.ts';
import type { AuditAction } from './audit.ts';

export interface JournalEntry {
  /** Id of the job that wrote the entry. */
  readonly id: string;
  readonly userId: string;
  readonly what: JournalAction;
  readonly at: string;
  readonly role?: User['role'];
  /** Revision of the data that an identity review accepted or rejected. */
  readonly revision?: string;
  /** Credential epoch of the account after its password or e-mail address was changed. */
  readonly credentialEpoch?: number;
}

/**
 * Audited actions that are written to the journal. `second factor removed` is written also when the owner removes the
 * factor.
 */
const JOURNALED_DECISIONS = [
  'approved',
  'revoked',
  'identity accepted',
  'identity rejected',
  'account locked',
  'account unlocked',
  'second factor removed',
] as const satisfies readonly AuditAction[];

export type JournaledDecision = (typeof JOURNALED_DECISIONS)[number];

/** `credentials changed`: the owner, or an operator, has changed the password or the e-mail address. */
export type JournalAction = JournaledDecision | 'account closed' | 'credentials changed';

export const isJournaled = (action: AuditAction): action is JournaledDecision =>
  (JOURNALED_DECISIONS as readonly AuditAction[]).includes(action);
