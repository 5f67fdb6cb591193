/**
 * Who may enter (spec §5.4): declared by every endpoint.
 *
 * Rules wrap one another, `approved(verified(asExpert))`, and are judged in the contract's order however they
 * are wrapped: token, verified address, role, approval. Each throws the `Refusal` that is its own.
 */
import { findCaller, noteUse } from '../domain/accounts/sign-in.ts';
import { type Reason, Refusal } from '../domain/errors.ts';
import { type Caller, type Client, type Expert, isApproved, type User } from '../domain/model/account.ts';
import type { World } from '../domain/ports/world.ts';
import { log } from '../log.ts';
import type { HttpRequest } from './request.ts';

export interface Access<Who, Needs> {
  /** How a caller is known, for the API's description. */
  readonly credentials: 'none' | 'optional token' | 'token' | 'AWS signature';
  /** What a caller must be besides known. */
  readonly requires: readonly Requirement[];
  readonly refuses: readonly Reason[];
  /** Resolves to what the story learns about the caller, or throws a `Refusal`. */
  readonly enter: (request: HttpRequest, needs: Needs) => Promise<Entry<Who>>;
}

interface Entry<Who> {
  readonly who: Who;
  /** What goes on beside the story; never rejects. */
  readonly meanwhile?: () => Promise<void>;
}

type TokenNeeds = Pick<World, 'tokens'>;

type Requirement = User['role'] | 'verified' | 'approved';

/** What must hold for a signed-in user, or else is the reason for saying no. */
interface Rule {
  readonly requires: Requirement;
  readonly holds: (user: User) => boolean;
  readonly reason: Reason;
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
  enter: async () => ({ who: undefined }),
};

/** Everybody; a caller with a valid token is known. */
export const anyoneKnown: Access<Caller | undefined, TokenNeeds> = {
  credentials: 'optional token',
  requires: [],
  refuses: [],
  enter: async (request, needs) => ({ who: await findCaller(request.headers.authorization, needs) }),
};

/** Only callers without a valid token: a bad one means guest (contract §1). */
export const guestsOnly: Access<undefined, TokenNeeds> = {
  credentials: 'none',
  requires: [],
  refuses: ['already-signed-in'],
  async enter(request, needs) {
    if (await findCaller(request.headers.authorization, needs)) throw new Refusal('already-signed-in');
    return { who: undefined };
  },
};

/** Only callers with a valid token. */
export const signedIn: CallersOnly<User> = callers([]);
export const asClient: CallersOnly<Client> = callers([ofRole('client')]);
export const asExpert: CallersOnly<Expert> = callers([ofRole('expert')]);

/** Only callers whose e-mail address is verified (spec §5.4). */
export function verified<Role extends User>({ rules }: CallersOnly<Role>): CallersOnly<Role> {
  return callers([
    { requires: 'verified', holds: ({ emailVerified }) => emailVerified, reason: 'unverified' },
    ...rules,
  ]);
}

/** Only experts who are approved (contract §3). */
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

/** Only operators, whom API Gateway has identified by their AWS signature (contract §3). */
export const operatorsOnly: Access<{ readonly operator: string }, unknown> = {
  credentials: 'AWS signature',
  requires: [],
  refuses: ['forbidden'],
  async enter({ operator }) {
    if (!operator) throw new Refusal('forbidden');
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
    async enter(request, needs) {
      const who = await findCaller(request.headers.authorization, needs);
      if (!who) throw new Refusal('unauthenticated');
      const broken = rules.find(({ holds }) => !holds(who.user));
      if (broken) throw new Refusal(broken.reason);
      const meanwhile = () =>
        noteUse(who.token, request.receivedAt, needs).catch(error =>
          log.warn({ event: 'use of a token not noted', error }),
        );
      return { who: who as Caller & { user: Role }, meanwhile };
    },
  };
}
