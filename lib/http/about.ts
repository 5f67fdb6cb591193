/**
 * What the path names, and whose it is (contract §1 "Order of checks"): found, and judged, before the body is
 * read. What does not exist is 404; what is somebody else's is 403.
 */
import { findToken } from '../domain/accounts/sign-in.ts';
import { type Reason, Refusal } from '../domain/errors.ts';
import { mayView } from '../domain/market/orders.ts';
import type { Caller, Client, Expert, Token, User } from '../domain/model/account.ts';
import type { Job } from '../domain/model/job.ts';
import { isAssigned, isOwner, isParty, type Offer, type Testimony } from '../domain/model/testimony.ts';
import type { World } from '../domain/ports/world.ts';
import { pathId } from './path-id.ts';
import type { HttpRequest } from './request.ts';

export interface About<Subject, Who, Needs> {
  readonly refuses: readonly Reason[];
  readonly find: (request: HttpRequest, caller: Who, needs: Needs) => Promise<Subject>;
}

type Market = Pick<World, 'testimonies'>;

const findTestimony = (request: HttpRequest, { testimonies }: Market) => testimonies.find(pathId(request));
const findOffer = (request: HttpRequest, { testimonies }: Market) =>
  testimonies.findOffer(pathId(request, 'offerId'));

/** A client's own order. */
export const ownTestimony: About<Testimony, Caller, Market> = /* @__PURE__ */ named(
  findTestimony,
  (testimony, { user }) => isOwner(testimony, user),
);

/** One that the caller may look at. */
export const visibleTestimony: About<Testimony, Caller, Market> = /* @__PURE__ */ named(
  findTestimony,
  (testimony, { user }, needs) => mayView(testimony, user, needs),
);

/** One whose document the caller may have: the owner, and the expert who delivers it. */
export const ownOrAssignedTestimony: About<Testimony, Caller, Market> = /* @__PURE__ */ named(
  findTestimony,
  (testimony, { user }) => isParty(testimony, user),
);

/** One that the expert has been paid to deliver. */
export const assignedTestimony: About<Testimony, Caller, Market> = /* @__PURE__ */ named(
  findTestimony,
  (testimony, { user }) => isAssigned(testimony, user),
);

/** One in a region of the expert's. */
export const testimonyOfOwnRegion: About<Testimony, CallerOf<Expert>, Market> = /* @__PURE__ */ named(
  findTestimony,
  ({ realEstate }, { user }) => user.regions.includes(realEstate.region),
);

/** An offer on the client's own testimony. */
export const receivedOffer: About<Offer, CallerOf<Client>, Market> = /* @__PURE__ */ named(
  findOffer,
  ({ clientId }, { user }) => clientId === user.id,
);

/** An offer of the expert's own. */
export const ownOffer: About<Offer, CallerOf<Expert>, Market> = /* @__PURE__ */ named(
  findOffer,
  ({ expert }, { user }) => expert.id === user.id,
);

/** Operators' subjects. */
export const testimonyById: About<Testimony, unknown, Market> = /* @__PURE__ */ named(findTestimony);

export const expertById: About<Expert, unknown, Pick<World, 'accounts'>> = /* @__PURE__ */ named(
  async (request, { accounts }) => {
    const user = await accounts.find(pathId(request));
    return user?.role === 'expert' ? user : undefined;
  },
);

export const userById: About<User, unknown, Pick<World, 'accounts'>> = /* @__PURE__ */ named(
  (request, { accounts }) => accounts.find(pathId(request)),
);

export const jobById: About<Job, unknown, Pick<World, 'jobs'>> = /* @__PURE__ */ named((request, { jobs }) =>
  jobs.find(pathId(request)),
);

/** One of the caller's own tokens, by its whole identifier: so one of somebody else's is known for that. */
export const ownToken: About<Token, Caller, Pick<World, 'tokens'>> = /* @__PURE__ */ named(
  ({ params }, needs) => findToken(params.id ?? '', needs),
  ({ userId }, { user }) => userId === user.id,
);

type CallerOf<Role> = Caller & { readonly user: Role };

/** @param isTheirs what nobody asks is nobody's in particular */
function named<Subject, Who, Needs>(
  find: (request: HttpRequest, needs: Needs) => Promise<Subject | undefined>,
  isTheirs?: (subject: Subject, caller: Who, needs: Needs) => boolean | Promise<boolean>,
): About<Subject, Who, Needs> {
  return {
    refuses: isTheirs ? ['not-found', 'not-owner'] : ['not-found'],
    async find(request, caller, needs) {
      const subject = await find(request, needs);
      if (!subject) throw new Refusal('not-found');
      if (isTheirs && !(await isTheirs(subject, caller, needs))) throw new Refusal('not-owner');
      return subject;
    },
  };
}
