/** Changing a user that others may be changing, too. */
import { DomainError } from '../errors.ts';
import type { Expert, User } from '../model/account.ts';
import { withOptimisticLock } from '../optimistic.ts';
import type { AccountChange } from '../ports/accounts.ts';
import type { Dependencies } from '../ports/dependencies.ts';

export type Change = Omit<AccountChange, 'before'>;

/**
 * Has `decide` say what becomes of the user, from what is written at that time: it is asked again when
 * somebody wrote in between. Undefined when nothing is to change.
 *
 * @param read an earlier read of the user, to spare the first one
 */
export async function changeUser(
  userId: string,
  deps: Pick<Dependencies, 'accounts'>,
  decide: (user: User) => Promise<Change | undefined> | Change | undefined,
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

/** As `changeUser`, for experts only. @throws DomainError `not-found` for anybody else */
export async function changeExpert(
  expertId: string,
  deps: Pick<Dependencies, 'accounts'>,
  decide: (expert: Expert) => Promise<Change> | Change | undefined,
  read?: Expert,
): Promise<Expert> {
  return asExpert(await changeUser(expertId, deps, user => decide(asExpert(user)), read));
}

function asExpert(user: User): Expert {
  if (user.role !== 'expert') throw new DomainError('not-found');
  return user;
}
