/** Changes to a user record that concurrent requests may also write. */
import { DomainError } from '../errors.ts';
import type { Expert, User } from '../model/account.ts';
import type { Decision } from '../model/change.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision, type DecisionFunction } from '../unit-of-work.ts';

type Decided<Result> = Decision<Result> | Promise<Decision<Result>>;

/**
 * Lets `decide` run on the current record of a user.
 *
 * @param read the record, if the caller has read it already; the first attempt then does not read it again
 * @throws DomainError `not-found` when the user does not exist
 */
function withCurrentUser<Result>(
  userId: string,
  { accounts }: Pick<Dependencies, 'accounts'>,
  decide: (user: User) => Decided<Result>,
  read?: User,
): DecisionFunction<Result> {
  return async isFirst => {
    const user = isFirst && read ? read : await accounts.find(userId);
    if (!user) throw new DomainError('not-found');
    return decide(user);
  };
}

/**
 * Changes a user record.
 *
 * @param decide decides on the current record; called again after a write conflict
 * @param read the record, if the caller has read it already; the first attempt then does not read it again
 * @throws DomainError `not-found` when the user does not exist
 * @throws DomainError `unavailable` when write conflicts persist
 */
export function changeUser<Result>(
  userId: string,
  deps: Pick<Dependencies, 'accounts' | 'unitOfWork'>,
  decide: (user: User) => Decided<Result>,
  read?: User,
): Promise<Result> {
  return commitDecision(withCurrentUser(userId, deps, decide, read), deps);
}

/**
 * Changes the record of an expert. Works like `changeUser`.
 * @throws DomainError `not-found` when the user does not exist or is not an expert
 */
export function changeExpert<Result>(
  expertId: string,
  deps: Pick<Dependencies, 'accounts' | 'unitOfWork'>,
  decide: (expert: Expert) => Decided<Result>,
  read?: Expert,
): Promise<Result> {
  return changeUser(expertId, deps, user => decide(assertExpert(user)), read);
}

/** The decision to change nothing. */
export const decideNoChange = <Result>(result: Result): Decision<Result> => ({ result, changes: [] });

function assertExpert(user: User): Expert {
  if (user.role !== 'expert') throw new DomainError('not-found');
  return user;
}
