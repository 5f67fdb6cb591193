/** Decisions about a user record that concurrent requests may also write. */
import { DomainError } from '../errors.ts';
import type { Expert, User } from '../model/account.ts';
import type { Decision } from '../model/change.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision, type DecisionFunction } from '../unit-of-work.ts';

type Deps = Pick<Dependencies, 'accounts'>;

/**
 * Lets `decide` run on the current record of a user.
 *
 * @param read the user as the caller has read it; the first attempt uses it instead of a new read
 * @throws DomainError `not-found` when the user does not exist
 */
export function withCurrentUser(
  read: User,
  { accounts }: Deps,
  decide: (user: User) => Decision<User>,
): DecisionFunction<User> {
  return async isFirst => {
    const user = isFirst ? read : await accounts.find(read.id);
    if (!user) throw new DomainError('not-found');
    return decide(user);
  };
}

/** Lets `decide` run on the current record of an expert. Works like `withCurrentUser`. */
export function withCurrentExpert(
  read: Expert,
  { accounts }: Deps,
  decide: (expert: Expert) => Decision<Expert>,
): DecisionFunction<Expert> {
  return async isFirst => decide(assertExpert(isFirst ? read : await accounts.find(read.id)));
}

/**
 * Changes the record of an expert. Runs `decide` again after a write conflict.
 * @throws DomainError `not-found` when the user does not exist or is not an expert
 * @throws DomainError `unavailable` when write conflicts persist
 */
export function changeExpert(
  expertId: string,
  deps: Deps & Pick<Dependencies, 'unitOfWork'>,
  decide: (expert: Expert) => Decision<Expert> | Promise<Decision<Expert>>,
): Promise<Expert> {
  return commitDecision(async () => decide(assertExpert(await deps.accounts.find(expertId))), deps);
}

/** The decision to change nothing. */
export const decideNoChange = <Result>(result: Result): Decision<Result> => ({ result, changes: [] });

function assertExpert(user: User | undefined): Expert {
  if (user?.role !== 'expert') throw new DomainError('not-found');
  return user;
}
