/** Changes of a user record that concurrent requests may also write. */
import { DomainError } from '../errors.ts';
import type { Expert, User } from '../model/accounts/account.ts';
import type { Decision } from '../model/change.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision, type DecisionFunction, withCurrent } from '../unit-of-work.ts';

type Deps = Pick<Dependencies, 'accounts'>;

/** Calls `decide` with the current version of a user, and again after a write conflict (`withCurrent`). */
export function withCurrentUser(
  read: User,
  { accounts }: Deps,
  decide: (user: User) => Decision<User> | Promise<Decision<User>>,
): DecisionFunction<User> {
  return withCurrent(read, () => accounts.find(read.id), decide);
}

/** Calls `decide` with the current version of an expert, and again after a write conflict (`withCurrent`). */
export function withCurrentExpert(
  read: Expert,
  { accounts }: Deps,
  decide: (expert: Expert) => Decision<Expert>,
): DecisionFunction<Expert> {
  return withCurrent(read, async () => assertExpert(await accounts.find(read.id)), decide);
}

/**
 * Changes the record of an expert. Calls `decide` again after a write conflict.
 * @throws DomainError `not-found` when the user does not exist or is not an expert
 */
export function changeExpert(
  expertId: string,
  deps: Deps & Pick<Dependencies, 'unitOfWork'>,
  decide: (expert: Expert) => Decision<Expert> | Promise<Decision<Expert>>,
): Promise<Expert> {
  return commitDecision(async () => decide(assertExpert(await deps.accounts.find(expertId))), deps);
}

export const decideNoChange = <Result>(result: Result): Decision<Result> => ({ result, changes: [] });

function assertExpert(user: User | undefined): Expert {
  if (user?.role !== 'expert') throw new DomainError('not-found');
  return user;
}
