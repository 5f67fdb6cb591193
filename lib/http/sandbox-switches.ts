/**
 * Declarations of the sandbox routes with which users decide in place of an operator or of the payment provider
 * (infra/docs/api/sandbox.md#switches).
 */
import { withCurrentExpert, withCurrentUser } from '../domain/accounts/change-user.ts';
import type { Expert, User } from '../domain/model/account.ts';
import type { Decision } from '../domain/model/change.ts';
import type { Caller } from '../domain/model/credentials.ts';
import type { Testimony } from '../domain/model/testimony.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { withCurrentTestimony } from '../domain/testimonies/testimonies.ts';
import { expertOnly, signedInOnly, type UserAccess } from './access/access.ts';
import type { HandlerContext } from './endpoint.ts';
import { ownOrAssignedTestimony } from './request/resource.ts';
import { noContent, ok } from './response/response.ts';
import { createTestimonyView } from './views/testimony-view.ts';
import { userView } from './views/user-view.ts';

type AccountDeps = Pick<Dependencies, 'accounts' | 'clock' | 'random' | 'unitOfWork'>;

/** Author and reason of the decisions that users make in place of an operator. The reason is part of mails. */
export const SANDBOX_DECISION = { who: 'sandbox', why: 'Skúška v sandboxe.' } as const;

/** Declares an operator's measure that users take against their own account. */
export const declareAccountSwitch = (
  access: UserAccess<User>,
  decide: (user: User, decision: typeof SANDBOX_DECISION, deps: AccountDeps) => Decision<User>,
) => ({
  access,
  response: { status: 204 } as const,
  handle: ({ caller, write }: HandlerContext<Caller, unknown, unknown, unknown>, deps: AccountDeps) =>
    write(
      {
        decide: withCurrentUser(caller.user, deps, user => decide(user, SANDBOX_DECISION, deps)),
        respond: () => noContent(),
      },
      deps,
    ),
});

/** Declares a decision about the calling expert. */
export const declareExpertSwitch = <Form, Deps>(
  decide: (expert: Expert, form: Form, deps: Deps) => Decision<Expert>,
) => ({
  access: expertOnly,
  response: { status: 200, data: 'Expert' } as const,
  handle: (
    { caller, body, write }: HandlerContext<{ readonly user: Expert }, unknown, unknown, Form>,
    deps: Deps & AccountDeps,
  ) =>
    write(
      {
        decide: withCurrentExpert(caller.user, deps, expert => decide(expert, body, deps)),
        respond: expert => ok(userView(expert)),
      },
      deps,
    ),
});

/** Declares a decision about a testimony of which the caller is a party. */
export const declareTestimonySwitch = <Form, Deps>(
  decide: (
    testimony: Testimony,
    form: Form,
    deps: Deps,
  ) => Decision<Testimony> | Promise<Decision<Testimony>>,
) => ({
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  response: { status: 200, data: 'Testimony' } as const,
  errors: ['wrong-state'] as const,
  handle: (
    { caller: { user }, subject, body, write }: HandlerContext<Caller, Testimony, unknown, Form>,
    deps: Deps & AccountDeps & Pick<Dependencies, 'testimonies'>,
  ) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony => decide(testimony, body, deps)),
        respond: async testimony => ok(await createTestimonyView(testimony, user, deps)),
      },
      deps,
    ),
});
