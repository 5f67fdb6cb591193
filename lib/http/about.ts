/**
 * What the path names, and whose it is (infra/docs/api/conventions.md): found, and judged, before the body is
 * read. What does not exist is 404; what is somebody else's is 403.
 */
import { findToken } from '../domain/accounts/sign-in.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { canView } from '../domain/market/testimonies.ts';
import type { Caller, Client, Expert, Token, User } from '../domain/model/account.ts';
import type { Job } from '../domain/model/job.ts';
import { isAssigned, isOwner, isParty, type Offer, type Testimony } from '../domain/model/testimony.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { readPathId } from './path-id.ts';
import type { HttpRequest } from './request.ts';

export interface Resource<Subject, Who, Deps> {
  readonly refuses: readonly ErrorCode[];
  readonly load: (request: HttpRequest, caller: Who, deps: Deps) => Promise<Subject>;
}

type Market = Pick<Dependencies, 'testimonies'>;

const findTestimony = (request: HttpRequest, { testimonies }: Market) =>
  testimonies.find(readPathId(request));
const findOffer = (request: HttpRequest, { testimonies }: Market) =>
  testimonies.findOffer(readPathId(request, 'offerId'));

/** A client's own order. */
export const ownTestimony: Resource<Testimony, Caller, Market> = /* @__PURE__ */ named(
  findTestimony,
  (testimony, { user }) => isOwner(testimony, user),
);

/** One that the caller may look at. */
export const visibleTestimony: Resource<Testimony, Caller, Market> = /* @__PURE__ */ named(
  findTestimony,
  (testimony, { user }, deps) => canView(testimony, user, deps),
);

/** One whose document the caller may have: the owner, and the expert who delivers it. */
export const ownOrAssignedTestimony: Resource<Testimony, Caller, Market> = /* @__PURE__ */ named(
  findTestimony,
  (testimony, { user }) => isParty(testimony, user),
);

/** One that the expert has been paid to deliver. */
export const assignedTestimony: Resource<Testimony, Caller, Market> = /* @__PURE__ */ named(
  findTestimony,
  (testimony, { user }) => isAssigned(testimony, user),
);

/** One in a region of the expert's. */
export const testimonyOfOwnRegion: Resource<Testimony, CallerOf<Expert>, Market> = /* @__PURE__ */ named(
  findTestimony,
  ({ realEstate }, { user }) => user.regions.includes(realEstate.region),
);

/** An offer on the client's own testimony. */
export const receivedOffer: Resource<Offer, CallerOf<Client>, Market> = /* @__PURE__ */ named(
  findOffer,
  ({ clientId }, { user }) => clientId === user.id,
);

/** An offer of the expert's own. */
export const ownOffer: Resource<Offer, CallerOf<Expert>, Market> = /* @__PURE__ */ named(
  findOffer,
  ({ expert }, { user }) => expert.id === user.id,
);

/** Operators' subjects. */
export const testimonyById: Resource<Testimony, unknown, Market> = /* @__PURE__ */ named(findTestimony);

export const expertById: Resource<Expert, unknown, Pick<Dependencies, 'accounts'>> = /* @__PURE__ */ named(
  async (request, { accounts }) => {
    const user = await accounts.find(readPathId(request));
    return user?.role === 'expert' ? user : undefined;
  },
);

export const userById: Resource<User, unknown, Pick<Dependencies, 'accounts'>> = /* @__PURE__ */ named(
  (request, { accounts }) => accounts.find(readPathId(request)),
);

export const jobById: Resource<Job, unknown, Pick<Dependencies, 'jobs'>> = /* @__PURE__ */ named(
  (request, { jobs }) => jobs.find(readPathId(request)),
);

/** One of the caller's own tokens, by its whole identifier: so one of somebody else's is known for that. */
export const ownToken: Resource<Token, Caller, Pick<Dependencies, 'tokens'>> = /* @__PURE__ */ named(
  ({ params }, deps) => findToken(params.id ?? '', deps),
  ({ userId }, { user }) => userId === user.id,
);

type CallerOf<Role> = Caller & { readonly user: Role };

/** @param isTheirs what nobody asks is nobody's in particular */
function named<Subject, Who, Deps>(
  find: (request: HttpRequest, deps: Deps) => Promise<Subject | undefined>,
  isTheirs?: (subject: Subject, caller: Who, deps: Deps) => boolean | Promise<boolean>,
): Resource<Subject, Who, Deps> {
  return {
    refuses: isTheirs ? ['not-found', 'not-owner'] : ['not-found'],
    async load(request, caller, deps) {
      const subject = await find(request, deps);
      if (!subject) throw new DomainError('not-found');
      if (isTheirs && !(await isTheirs(subject, caller, deps))) throw new DomainError('not-owner');
      return subject;
    },
  };
}
