/** Handlers of endpoints that change one record and respond with a view of it. */
import { withCurrentExpert } from '../domain/accounts/change-user.ts';
import type { Expert, User } from '../domain/model/accounts/account.ts';
import type { Decision } from '../domain/model/change.ts';
import type { Testimony } from '../domain/model/testimonies/testimony.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { withCurrentTestimony } from '../domain/testimonies/testimonies.ts';
import type { WriteFunction } from './idempotency/idempotency.ts';
import { ok } from './response/response.ts';
import { loadTestimonyView } from './views/testimony-view.ts';
import { createUserView } from './views/user-view.ts';

/**
 * Author and reason of the decisions that users of a sandbox make in place of an operator. Mails contain the reason, so
 * it is in Slovak.
 */
export const SANDBOX_DECISION = { who: 'sandbox', why: 'Skúška v sandboxe.' } as const;

/** Changes the testimony that the path names, and responds with what the caller may see of it. */
export const changeRequestedTestimony = (
  { caller, subject, write }: TestimonyContext,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'testimonies' | 'unitOfWork'>,
  decide: (testimony: Testimony) => Decision<Testimony> | Promise<Decision<Testimony>>,
) =>
  write(
    {
      decide: withCurrentTestimony(subject, deps, decide),
      respond: async testimony => ok(await loadTestimonyView(testimony, caller.user, deps)),
    },
    deps,
  );

interface TestimonyContext {
  readonly caller: { readonly user: User };
  readonly subject: Testimony;
  readonly write: WriteFunction;
}

/** Changes an expert, and responds with the account of the expert. */
export const changeExpertAccount = (
  expert: Expert,
  write: WriteFunction,
  deps: Pick<Dependencies, 'accounts' | 'unitOfWork'>,
  decide: (expert: Expert) => Decision<Expert>,
) =>
  write(
    { decide: withCurrentExpert(expert, deps, decide), respond: changed => ok(createUserView(changed)) },
    deps,
  );
