/**
 * Loaders for the resource that a path names. The resource is loaded, and its ownership is checked, before the body is
 * read (infra/docs/api/conventions.md#order-of-checks). A missing resource results in 404, another user's resource in
 * 403.
 */
import { findToken } from '../../domain/accounts/bearer-tokens.ts';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import type { Client, Expert, User } from '../../domain/model/account.ts';
import type { Difference } from '../../domain/model/books.ts';
import type { Caller, Token } from '../../domain/model/credentials.ts';
import type { Job } from '../../domain/model/job.ts';
import { isAssigned, isOwner, isParty, type Offer, type Testimony } from '../../domain/model/testimony.ts';
import type { WebhookDeliveryAttempt, WebhookEndpoint } from '../../domain/model/webhook.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { canView } from '../../domain/testimonies/testimonies.ts';
import { selectEndpoint } from '../../domain/webhooks/endpoints.ts';
import { type HttpRequest, readPathId } from './request.ts';

export interface ResourceLoader<Subject, Who, Deps> {
  readonly errors: readonly ErrorCode[];
  readonly load: (request: HttpRequest, caller: Who, deps: Deps) => Promise<Subject>;
}

type TestimonyDependencies = Pick<Dependencies, 'testimonies'>;

const findTestimony = (request: HttpRequest, { testimonies }: TestimonyDependencies) =>
  testimonies.find(readPathId(request));
const findOffer = (request: HttpRequest, { testimonies }: TestimonyDependencies) =>
  testimonies.findOffer(readPathId(request, 'offerId'));

/** A testimony that the caller owns. */
export const ownTestimony: ResourceLoader<Testimony, Caller, TestimonyDependencies> =
  /* @__PURE__ */ createResource(findTestimony, (testimony, { user }) => isOwner(testimony, user));

/** A testimony that the caller may view. */
export const visibleTestimony: ResourceLoader<Testimony, Caller, TestimonyDependencies> =
  /* @__PURE__ */ createResource(findTestimony, (testimony, { user }, deps) =>
    canView(testimony, user, deps),
  );

/** A testimony that the caller owns or is assigned to; both may download its document. */
export const ownOrAssignedTestimony: ResourceLoader<Testimony, Caller, TestimonyDependencies> =
  /* @__PURE__ */ createResource(findTestimony, (testimony, { user }) => isParty(testimony, user));

/** A testimony that the caller is assigned to as the expert. */
export const assignedTestimony: ResourceLoader<Testimony, Caller, TestimonyDependencies> =
  /* @__PURE__ */ createResource(findTestimony, (testimony, { user }) => isAssigned(testimony, user));

/** A testimony in one of the expert's regions. */
export const testimonyOfOwnRegion: ResourceLoader<
  Testimony,
  CallerWithRole<Expert>,
  TestimonyDependencies
> = /* @__PURE__ */ createResource(findTestimony, ({ realEstate }, { user }) =>
  user.regions.includes(realEstate.region),
);

/** An offer on the client's own testimony. */
export const receivedOffer: ResourceLoader<
  Offer,
  CallerWithRole<Client>,
  TestimonyDependencies
> = /* @__PURE__ */ createResource(findOffer, ({ clientId }, { user }) => clientId === user.id);

/** An offer that the expert made. */
export const ownOffer: ResourceLoader<
  Offer,
  CallerWithRole<Expert>,
  TestimonyDependencies
> = /* @__PURE__ */ createResource(findOffer, ({ expert }, { user }) => expert.id === user.id);

/** Any testimony, for operators. */
export const testimonyById: ResourceLoader<Testimony, unknown, TestimonyDependencies> =
  /* @__PURE__ */ createResource(findTestimony);

export const expertById: ResourceLoader<
  Expert,
  unknown,
  Pick<Dependencies, 'accounts'>
> = /* @__PURE__ */ createResource(async (request, { accounts }) => {
  const user = await accounts.find(readPathId(request));
  return user?.role === 'expert' ? user : undefined;
});

export const userById: ResourceLoader<
  User,
  unknown,
  Pick<Dependencies, 'accounts'>
> = /* @__PURE__ */ createResource((request, { accounts }) => accounts.find(readPathId(request)));

export const jobById: ResourceLoader<
  Job,
  unknown,
  Pick<Dependencies, 'jobs'>
> = /* @__PURE__ */ createResource((request, { jobs }) => jobs.find(readPathId(request)));

export const differenceById: ResourceLoader<
  Difference,
  unknown,
  Pick<Dependencies, 'books'>
> = /* @__PURE__ */ createResource((request, { books }) => books.findDifference(readPathId(request)));

/**
 * A token of the caller. The token is looked up by its full identifier, so a request for another user's token results
 * in 403, not in 404.
 */
export const ownToken: ResourceLoader<
  Token,
  Caller,
  Pick<Dependencies, 'tokens'>
> = /* @__PURE__ */ createResource(
  ({ params }, deps) => findToken(params.id ?? '', deps),
  ({ userId }, { user }) => userId === user.id,
);

/** A webhook endpoint of the caller. Endpoints are looked up in the caller's account only, so another user's is not found. */
export const ownWebhookEndpoint: ResourceLoader<WebhookEndpoint, Caller, Pick<Dependencies, 'webhooks'>> = {
  errors: ['not-found'],
  load: async (request, { user }, { webhooks }) =>
    selectEndpoint(await webhooks.findEndpoints(user.id), readPathId(request)),
};

/** A delivery to a webhook endpoint of the caller, with the endpoint. */
export const ownWebhookDelivery: ResourceLoader<
  { readonly endpoint: WebhookEndpoint; readonly attempt: WebhookDeliveryAttempt },
  Caller,
  Pick<Dependencies, 'webhooks'>
> = {
  errors: ['not-found'],
  async load(request, caller, deps) {
    const endpoint = await ownWebhookEndpoint.load(request, caller, deps);
    const id = readPathId(request, 'deliveryId');
    const attempt = await deps.webhooks.findAttempt(caller.user.id, endpoint.id, id);
    if (!attempt) throw new DomainError('not-found');
    return { endpoint, attempt };
  },
};

type CallerWithRole<Role> = Caller & { readonly user: Role };

/**
 * Creates a resource loader.
 *
 * @param canAccess ownership check; without it every caller may load the resource
 */
function createResource<Subject, Who, Deps>(
  find: (request: HttpRequest, deps: Deps) => Promise<Subject | undefined>,
  canAccess?: (subject: Subject, caller: Who, deps: Deps) => boolean | Promise<boolean>,
): ResourceLoader<Subject, Who, Deps> {
  return {
    errors: canAccess ? ['not-found', 'not-owner'] : ['not-found'],
    async load(request, caller, deps) {
      const subject = await find(request, deps);
      if (!subject) throw new DomainError('not-found');
      if (canAccess && !(await canAccess(subject, caller, deps))) throw new DomainError('not-owner');
      return subject;
    },
  };
}
