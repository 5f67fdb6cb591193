/**
 * Access rules that every endpoint declares.
 *
 * Rules can be nested, as in `requireApproval(requireVerifiedEmail(expertOnly))`. The order of the checks does not
 * depend on the nesting (infra/docs/api/conventions.md#order-of-checks): token, role, verified e-mail address,
 * approval. Each rule has its own error code.
 */
import {
  findCaller,
  isCurrentBeforeLock,
  recordTokenUse,
  rejectUnknownCaller,
} from '../../domain/accounts/bearer-tokens.ts';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import { type Client, type Expert, isApproved, type User } from '../../domain/model/accounts/account.ts';
import type { Caller } from '../../domain/model/accounts/credentials.ts';
import type { Affiliation } from '../../domain/model/partners/partner.ts';
import { findAffiliation, findPartnerByKey, type PartnerCaller } from '../../domain/partners/partner-keys.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { log } from '../../log.ts';
import type { HttpRequest } from '../request/request.ts';

export interface Access<Who, Deps> {
  /** Way in which callers authenticate, for the OpenAPI document. */
  readonly credentials: 'none' | 'optional token' | 'token' | 'partner key' | 'AWS signature';
  readonly requires: readonly Requirement[];
  /** Whether guests can name the partner through which they come. */
  readonly admitsPartners?: true;
  readonly errors: readonly ErrorCode[];
  /** Resolves to the caller that the handler receives; rejects with a `DomainError` when access is denied. */
  readonly authenticate: (request: HttpRequest, deps: Deps) => Promise<Authentication<Who>>;
}

interface Authentication<Who> {
  readonly who: Who;
  readonly affiliation?: Affiliation;
  /** Work that runs in parallel with the handler; it never rejects. */
  readonly meanwhile?: () => Promise<void>;
}

type TokenDependencies = Pick<Dependencies, 'tokens'>;

type Requirement = User['role'] | 'verified' | 'approved';

/** Condition that a signed-in user must meet, and the error code for users who do not meet it. */
interface Rule {
  readonly requires: Requirement;
  readonly isMet: (user: User) => boolean;
  readonly errorCode: ErrorCode;
}

/** Conditions for signed-in users, in the order of the checks. */
const RULES: readonly Rule[] = [
  { requires: 'client', isMet: ({ role }) => role === 'client', errorCode: 'wrong-role' },
  { requires: 'expert', isMet: ({ role }) => role === 'expert', errorCode: 'wrong-role' },
  { requires: 'verified', isMet: ({ emailVerified }) => emailVerified, errorCode: 'unverified' },
  {
    requires: 'approved',
    isMet: user => user.role === 'expert' && isApproved(user),
    errorCode: 'unapproved',
  },
];

/** Access for callers who have a valid token and meet all requirements. */
export type UserAccess<Role extends User> = Access<Caller & { readonly user: Role }, TokenDependencies>;

/** Allows everybody and ignores tokens. */
export const anyone: Access<undefined, unknown> = {
  credentials: 'none',
  requires: [],
  errors: [],
  authenticate: async () => ({ who: undefined }),
};

/** Allows everybody, and identifies callers with a valid token. */
export const optionalUser: Access<Caller | undefined, TokenDependencies> = {
  credentials: 'optional token',
  requires: [],
  errors: [],
  authenticate: async (request, deps) => ({ who: await findCaller(request.headers.authorization, deps) }),
};

/** Allows only guests. A caller with an invalid token is a guest (infra/docs/api/conventions.md#authentication). */
export const guestOnly: Access<undefined, TokenDependencies> = {
  credentials: 'none',
  requires: [],
  errors: ['already-signed-in'],
  async authenticate(request, deps) {
    if (await findCaller(request.headers.authorization, deps)) throw new DomainError('already-signed-in');
    return { who: undefined };
  },
};

/**
 * Lets guests name the partner through which they come, in the header `X-Partner`. For a caller with a valid token, the
 * header is ignored (infra/docs/api/partners.md#guests-of-a-partner).
 */
export const throughPartner = <Who extends Caller | undefined, Deps>(
  access: Access<Who, Deps>,
): Access<Who, Deps & Pick<Dependencies, 'partners'>> => ({
  ...access,
  admitsPartners: true,
  errors: [...access.errors, 'unknown-partner'],
  async authenticate(request, deps) {
    const authentication = await access.authenticate(request, deps);
    if (authentication.who) return authentication;
    return { ...authentication, affiliation: await findAffiliation(request.headers['x-partner'], deps) };
  },
});

export const signedInOnly: UserAccess<User> = createUserAccess([]);
export const clientOnly: UserAccess<Client> = createUserAccess(['client']);
export const expertOnly: UserAccess<Expert> = createUserAccess(['expert']);

/**
 * Allows signed-in callers, and callers whose token is invalid only because their account was locked. It is meant for
 * the route that unlocks the account.
 */
export const signedInBeforeLock: UserAccess<User> = createUserAccess([], isCurrentBeforeLock);

export const requireVerifiedEmail = <Role extends User>({ requires }: UserAccess<Role>): UserAccess<Role> =>
  createUserAccess([...requires, 'verified']);

export const requireApproval = ({ requires }: UserAccess<Expert>): UserAccess<Expert> =>
  createUserAccess([...requires, 'approved']);

/** Allows only operators; API Gateway identifies them by their AWS signature (infra/docs/api/operators.md#access). */
export const operatorOnly: Access<{ readonly operator: string }, unknown> = {
  credentials: 'AWS signature',
  requires: [],
  errors: ['forbidden'],
  async authenticate({ operator }) {
    if (!operator) throw new DomainError('forbidden');
    return { who: { operator } };
  },
};

/** Allows only partners, by their keys (infra/docs/api/partners.md#key). */
export const partnerOnly: Access<PartnerCaller, Pick<Dependencies, 'failureLimiter' | 'partners'>> = {
  credentials: 'partner key',
  requires: [],
  errors: ['unauthenticated', 'too-many-requests'],
  async authenticate({ headers, source, receivedAt }, deps) {
    return { who: await findPartnerByKey(headers.authorization, source, receivedAt, deps) };
  },
};

/** Creates an access rule for signed-in callers. The use of the token is recorded while the handler runs. */
function createUserAccess<Role extends User>(
  requirements: readonly Requirement[],
  isAccepted?: Parameters<typeof findCaller>[2],
): UserAccess<Role> {
  const rules = RULES.filter(({ requires }) => requirements.includes(requires));
  return {
    credentials: 'token',
    requires: rules.map(({ requires }) => requires),
    errors: ['unauthenticated', 'too-many-requests', ...rules.map(({ errorCode }) => errorCode)],
    async authenticate(request, deps) {
      const { headers, source, receivedAt } = request;
      const who = await findCaller(headers.authorization, deps, isAccepted);
      if (!who) return rejectUnknownCaller(headers.authorization, source, receivedAt, deps);
      const broken = rules.find(({ isMet }) => !isMet(who.user));
      if (broken) throw new DomainError(broken.errorCode);
      const meanwhile = () =>
        recordTokenUse(who.token, receivedAt, deps).catch(error =>
          log.warn({ event: 'token.use_not_recorded', error }),
        );
      return { who: who as Caller & { user: Role }, meanwhile };
    },
  };
}
