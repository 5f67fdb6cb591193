/**
 * Who may enter (infra/docs/api/conventions.md): declared by every endpoint.
 *
 * Rules wrap one another, `approved(verified(asExpert))`, and are judged in the order of infra/docs/api/conventions.md however they
 * are wrapped: token, verified address, role, approval. Each throws the `DomainError` that is its own.
 */
import { findCaller, recordTokenUse } from '../domain/accounts/sign-in.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { type Caller, type Client, type Expert, isApproved, type User } from '../domain/model/account.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { log } from '../log.ts';
import type { HttpRequest } from './request.ts';

export interface Access<Who, Deps> {
  /** How a caller is known, for the API's description. */
  readonly credentials: 'none' | 'optional token' | 'token' | 'AWS signature';
  /** What a caller must be besides known. */
  readonly requires: readonly Requirement[];
  readonly refuses: readonly ErrorCode[];
  /** Resolves to what the story learns about the caller, or throws a `DomainError`. */
  readonly authenticate: (request: HttpRequest, deps: Deps) => Promise<Entry<Who>>;
}

interface Entry<Who> {
  readonly who: Who;
  /** What goes on beside the story; never rejects. */
  readonly meanwhile?: () => Promise<void>;
}

type TokenNeeds = Pick<Dependencies, 'tokens'>;

type Requirement = User['role'] | 'verified' | 'approved';

/** What must hold for a signed-in user, or else is the reason for saying no. */
interface Rule {
  readonly requires: Requirement;
  readonly holds: (user: User) => boolean;
  readonly reason: ErrorCode;
}

/** Only callers with a valid token for whom all rules hold. */
export interface CallersOnly<Role extends User> extends Access<Caller & { readonly user: Role }, TokenNeeds> {
  readonly rules: readonly Rule[];
}

/** Everybody; nobody looks at a token. */
export const anyone: Access<undefined, unknown> = {
  credentials: 'none',
  requires: [],
  refuses: [],
  authenticate: async () => ({ who: undefined }),
};

/** Everybody; a caller with a valid token is known. */
export const optionalUser: Access<Caller | undefined, TokenNeeds> = {
  credentials: 'optional token',
  requires: [],
  refuses: [],
  authenticate: async (request, deps) => ({ who: await findCaller(request.headers.authorization, deps) }),
};

/** Only callers without a valid token: a bad one means guest (infra/docs/api/conventions.md). */
export const guestOnly: Access<undefined, TokenNeeds> = {
  credentials: 'none',
  requires: [],
  refuses: ['already-signed-in'],
  async authenticate(request, deps) {
    if (await findCaller(request.headers.authorization, deps)) throw new DomainError('already-signed-in');
    return { who: undefined };
  },
};

/** Only callers with a valid token. */
export const signedIn: CallersOnly<User> = callers([]);
export const asClient: CallersOnly<Client> = callers([ofRole('client')]);
export const asExpert: CallersOnly<Expert> = callers([ofRole('expert')]);

/** Only callers whose e-mail address is verified (infra/docs/api/conventions.md). */
export function verified<Role extends User>({ rules }: CallersOnly<Role>): CallersOnly<Role> {
  return callers([
    { requires: 'verified', holds: ({ emailVerified }) => emailVerified, reason: 'unverified' },
    ...rules,
  ]);
}

/** Only experts who are approved (infra/docs/api/conventions.md). */
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

/** Only operators, whom API Gateway has identified by their AWS signature (infra/docs/api/conventions.md). */
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

/** That the token was used is noted while the story runs. */
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
