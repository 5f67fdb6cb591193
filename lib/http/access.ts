/**
 * Access rules that every endpoint declares.
 *
 * Rules can be nested, as in `approved(verified(asExpert))`. However they are nested, they are checked in the same
 * order (infra/docs/api/conventions.md#order-of-checks): token, verified address, role, approval. Each rule has its
 * own error code.
 */
import { findCaller, recordTokenUse } from '../domain/accounts/sign-in.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { type Caller, type Client, type Expert, isApproved, type User } from '../domain/model/account.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { log } from '../log.ts';
import type { HttpRequest } from './request.ts';

export interface Access<Who, Deps> {
  /** How callers authenticate; used by the OpenAPI document. */
  readonly credentials: 'none' | 'optional token' | 'token' | 'AWS signature';
  /** Requirements that an authenticated caller must meet. */
  readonly requires: readonly Requirement[];
  readonly refuses: readonly ErrorCode[];
  /** Resolves to the caller that the handler receives; rejects with a `DomainError` when access is denied. */
  readonly authenticate: (request: HttpRequest, deps: Deps) => Promise<Entry<Who>>;
}

interface Entry<Who> {
  readonly who: Who;
  /** Work that runs in parallel with the handler; it never rejects. */
  readonly meanwhile?: () => Promise<void>;
}

type TokenNeeds = Pick<Dependencies, 'tokens'>;

type Requirement = User['role'] | 'verified' | 'approved';

/** A condition on a signed-in user, and the error code when it does not hold. */
interface Rule {
  readonly requires: Requirement;
  readonly holds: (user: User) => boolean;
  readonly reason: ErrorCode;
}

/** Access for callers who have a valid token and meet all rules. */
export interface CallersOnly<Role extends User> extends Access<Caller & { readonly user: Role }, TokenNeeds> {
  readonly rules: readonly Rule[];
}

/** Allows everybody and ignores tokens. */
export const anyone: Access<undefined, unknown> = {
  credentials: 'none',
  requires: [],
  refuses: [],
  authenticate: async () => ({ who: undefined }),
};

/** Allows everybody and identifies callers who have a valid token. */
export const optionalUser: Access<Caller | undefined, TokenNeeds> = {
  credentials: 'optional token',
  requires: [],
  refuses: [],
  authenticate: async (request, deps) => ({ who: await findCaller(request.headers.authorization, deps) }),
};

/** Allows only guests; an invalid token counts as no token (infra/docs/api/conventions.md#authentication). */
export const guestOnly: Access<undefined, TokenNeeds> = {
  credentials: 'none',
  requires: [],
  refuses: ['already-signed-in'],
  async authenticate(request, deps) {
    if (await findCaller(request.headers.authorization, deps)) throw new DomainError('already-signed-in');
    return { who: undefined };
  },
};

/** Allows only callers with a valid token. */
export const signedIn: CallersOnly<User> = callers([]);
export const asClient: CallersOnly<Client> = callers([ofRole('client')]);
export const asExpert: CallersOnly<Expert> = callers([ofRole('expert')]);

/** Adds the rule that the caller's e-mail address is verified. */
export function verified<Role extends User>({ rules }: CallersOnly<Role>): CallersOnly<Role> {
  return callers([
    { requires: 'verified', holds: ({ emailVerified }) => emailVerified, reason: 'unverified' },
    ...rules,
  ]);
}

/** Adds the rule that the expert is approved. */
export function approved({ rules }: CallersOnly<Expert>): CallersOnly<Expert> {
  return callers([
    ...rules,
    {
      requires: 'approved',
      holds: user => user.role === 'expert' && isApproved(user),
      reason: 'unapproved',
    },
  ]);
}

/** Allows only operators; API Gateway identifies them by their AWS signature (infra/docs/api/operators.md#access). */
export const operatorsOnly: Access<{ readonly operator: string }, unknown> = {
  credentials: 'AWS signature',
  requires: [],
  refuses: ['forbidden'],
  async authenticate({ operator }) {
    if (!operator) throw new DomainError('forbidden');
    return { who: { operator } };
  },
};

function ofRole(role: User['role']): Rule {
  return { requires: role, holds: user => user.role === role, reason: 'wrong-role' };
}

/** Creates an access rule for signed-in callers. The use of the token is recorded while the handler runs. */
function callers<Role extends User>(rules: readonly Rule[]): CallersOnly<Role> {
  return {
    credentials: 'token',
    rules,
    requires: rules.map(({ requires }) => requires),
    refuses: ['unauthenticated', ...rules.map(({ reason }) => reason)],
    async authenticate(request, deps) {
      const who = await findCaller(request.headers.authorization, deps);
      if (!who) throw new DomainError('unauthenticated');
      const broken = rules.find(({ holds }) => !holds(who.user));
      if (broken) throw new DomainError(broken.reason);
      const meanwhile = () =>
        recordTokenUse(who.token, request.receivedAt, deps).catch(error =>
          log.warn({ event: 'token.use_not_recorded', error }),
        );
      return { who: who as Caller & { user: Role }, meanwhile };
    },
  };
}
