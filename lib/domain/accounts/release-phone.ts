/** Removal of a phone number from an account that does not own it. */
import { decideAccountChange, recordAudit } from '../changes.ts';
import type { User } from '../model/account.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createAuditEntry } from '../records.ts';
import { changeUser, decideNoChange } from './change-user.ts';

/**
 * Removes the phone number from an account and adds an audit entry. The owner of the number can then register with it.
 * Does nothing when the account has no number.
 *
 * After the removal, an expert's account has no phone number, although registration requires one.
 */
export function releasePhone(
  user: User,
  { who, why }: OperatorDecision,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'random' | 'unitOfWork'>,
): Promise<User> {
  const subject = { kind: 'user', id: user.id } as const;
  const decide = (current: User) =>
    current.phone === null
      ? decideNoChange(current)
      : decideAccountChange(current, { ...current, phone: null }, [
          recordAudit(createAuditEntry({ subject, who, why, what: 'phone released' }, deps)),
        ]);
  return changeUser(user.id, deps, decide, user);
}
