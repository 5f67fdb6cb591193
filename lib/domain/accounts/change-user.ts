/** Changing a user as nobody else is changing them. */
import { Refusal } from '../errors.ts';
import type { Expert, User } from '../model/account.ts';
import type { AccountChange } from '../ports/accounts.ts';
import type { World } from '../ports/world.ts';

export type Change = Omit<AccountChange, 'before'>;

const TRIES = 6;

/**
 * Changes a user as nobody else is changing them: reads, has `decide` say what becomes of it, writes,
 * and begins anew when somebody wrote in between. `decide` gives undefined when nothing is to change.
 *
 * @param read an earlier read of the user, to spare the first one
 */
export async function changeUser(
  userId: string,
  needs: Pick<World, 'accounts'>,
  decide: (user: User) => Promise<Change | undefined> | Change | undefined,
  read?: User,
): Promise<User> {
  let user = read ?? (await needs.accounts.find(userId));
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (!user) throw new Refusal('not-found');
    const change = await decide(user);
    if (!change) return user;
    if (await needs.accounts.save({ before: user, ...change })) return change.after;
    user = await needs.accounts.find(userId);
  }
  throw new Refusal('unavailable');
}

/** As `changeUser`, for experts only. @throws Refusal `not-found` for anybody else */
export async function changeExpert(
  expertId: string,
  needs: Pick<World, 'accounts'>,
  decide: (expert: Expert) => Promise<Change> | Change | undefined,
  read?: Expert,
): Promise<Expert> {
  return asExpert(await changeUser(expertId, needs, user => decide(asExpert(user)), read));
}

function asExpert(user: User): Expert {
  if (user.role !== 'expert') throw new Refusal('not-found');
  return user;
}
