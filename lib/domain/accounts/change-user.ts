/** Changes to a user record that concurrent requests may also write. */
import { DomainError } from '../errors.ts';
import type { Expert, User } from '../model/account.ts';
import { withOptimisticLock } from '../optimistic.ts';
import type { AccountChange } from '../ports/accounts.ts';
import type { Dependencies } from '../ports/dependencies.ts';

export type UserChange = Omit<AccountChange, 'before'>;

/**
 * Changes a user record with optimistic locking.
 *
 * @param decide computes the change from the current record, and undefined when nothing is to change; called again
 *   after each write conflict
 * @param read the user record as the caller has read it, which saves the first read
 * @returns the user after the change
 * @throws DomainError `not-found` when the user does not exist
 * @throws DomainError `unavailable` when write conflicts persist
 */
export async function changeUser(
  userId: string,
  deps: Pick<Dependencies, 'accounts'>,
  decide: (user: User) => Promise<UserChange | undefined> | UserChange | undefined,
  read?: User,
): Promise<User> {
  return withOptimisticLock(async isFirst => {
    const user = isFirst && read ? read : await deps.accounts.find(userId);
    if (!user) throw new DomainError('not-found');
    const change = await decide(user);
    if (!change) return user;
    return (await deps.accounts.save({ before: user, ...change })) ? change.after : undefined;
  });
}

/**
 * Changes an expert's record like `changeUser`.
 * @throws DomainError `not-found` when the user does not exist or is not an expert
 */
export async function changeExpert(
  expertId: string,
  deps: Pick<Dependencies, 'accounts'>,
  decide: (expert: Expert) => Promise<UserChange> | UserChange | undefined,
  read?: Expert,
): Promise<Expert> {
  return asExpert(await changeUser(expertId, deps, user => decide(asExpert(user)), read));
}

function asExpert(user: User): Expert {
  if (user.role !== 'expert') throw new DomainError('not-found');
  return user;
}
