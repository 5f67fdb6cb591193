/** Handling of an operator's decision about a user, which needs no input but its reason. */
import { withCurrentUser } from '../domain/accounts/change-user.ts';
import type { User } from '../domain/model/account.ts';
import type { Decision } from '../domain/model/change.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import type { HandlerContext } from './endpoint.ts';
import { ok } from './response/response.ts';

type Deps = Pick<Dependencies, 'accounts' | 'clock' | 'random' | 'unitOfWork'>;
type Context = HandlerContext<{ readonly operator: string }, User, unknown, { readonly reason: string }>;
type UserDecision = (user: User, decision: { who: string; why: string }, deps: Deps) => Decision<User>;

/** Creates the handler of an endpoint that decides about the user in its path and returns a view of the user. */
export const decideAboutUser =
  <View>(decide: UserDecision, view: (user: User) => View) =>
  ({ caller: { operator: who }, subject, body: { reason: why }, write }: Context, deps: Deps) =>
    write(
      {
        decide: withCurrentUser(subject, deps, user => decide(user, { who, why }, deps)),
        respond: user => ok(view(user)),
      },
      deps,
    );
