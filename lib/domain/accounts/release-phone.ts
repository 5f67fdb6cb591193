import { decideAccountChange, recordAction } from '../changes.ts';
import type { User } from '../model/account.ts';
import type { OperatorDecision } from '../model/audit.ts';
import type { Decision } from '../model/change.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { decideNoChange } from './change-user.ts';

/**
 * Removes the phone number from an account whose user does not own it, so that the owner of the number can register. An
 * expert's account then has no number, although registration requires one.
 */
export function releasePhone(
  user: User,
  { who, why }: OperatorDecision,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<User> {
  if (user.phone === null) return decideNoChange(user);
  const subject = { kind: 'user', id: user.id } as const;
  return decideAccountChange(user, { ...user, phone: null }, [
    recordAction({ subject, who, why, what: 'phone released' }, deps),
  ]);
}
