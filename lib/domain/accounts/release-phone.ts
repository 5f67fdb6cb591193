/** Phone numbers that are not their owner's (infra/docs/api/accounts.md). */
import type { User } from '../model/account.ts';
import type { Decision } from '../model/audit.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createAuditEntry } from '../records.ts';
import { changeUser } from './change-user.ts';

/**
 * Frees the number of the account, so that whoever it belongs to can register with it. Experts, who must name
 * one to register, have none either until they enter their own. Where there is none, nothing happens.
 */
export function releasePhone(
  user: User,
  { who, why }: Decision,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'random'>,
): Promise<User> {
  const subject = { kind: 'user', id: user.id } as const;
  const decide = (current: User) =>
    current.phone === null
      ? undefined
      : {
          after: { ...current, phone: null },
          audit: createAuditEntry({ subject, who, why, what: 'phone released' }, deps),
        };
  return changeUser(user.id, deps, decide, user);
}
