/**
 * Loaders for the resource that a path names. The resource is loaded, and its ownership is checked, before the body is
 * read (infra/docs/api/conventions.md#order-of-checks). A missing resource results in 404, another user's resource in
 * 403.
 */
import { findToken } from '../../domain/accounts/bearer-tokens.ts';
import { DomainError, type ErrorCode } from '../../domain/errors.ts';
import type { Client, Expert, User } from '../../domain/model/accounts/account.ts';
import type { Partner } from '../../domain/model/partners/partner.ts';
import { isAssigned, isInReachOf, isOwner, isParty } from '../../domain/model/testimonies/testimony.ts';
import { findRefundedPayment, type OrderedRefund } from '../../domain/payments/refunds/refund-decisions.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { canView } from '../../domain/testimonies/testimonies.ts';
import { type HttpRequest, readPathId } from './request.ts';

export interface ResourceLoader<Subject, Who, Deps> {
  readonly errors: readonly ErrorCode[];
  readonly load: (request: HttpRequest, caller: Who, deps: Deps) => Promise<Subject>;
}

type TestimonyDependencies = Pick<Dependencies, 'testimonies'>;
type AccountDependencies = Pick<Dependencies, 'accounts'>;
type WebhookDependencies = Pick<Dependencies, 'webhooks'>;
type PartnerCaller = { readonly partner: Partner };

const findTestimony = (request: HttpRequest, { testimonies }: TestimonyDependencies) =>
  testimonies.find(readPathId(request));
const findUser = (request: HttpRequest, { accounts }: AccountDependencies) =>
  accounts.find(readPathId(request));
const findOffer = (request: HttpRequest, { testimonies }: TestimonyDependencies) =>
  testimonies.findOffer(readPathId(request, 'offerId'));

export const ownTestimony = /* @__PURE__ */ createRestrictedResource(findTestimony, isOwner);

export const visibleTestimony = /* @__PURE__ */ createRestrictedResource(findTestimony, canView);

/** A testimony that the caller owns or is assigned to. Both parties may download its document. */
export const ownOrAssignedTestimony = /* @__PURE__ */ createRestrictedResource(findTestimony, isParty);

export const assignedTestimony = /* @__PURE__ */ createRestrictedResource(findTestimony, isAssigned);

export const testimonyInReach = /* @__PURE__ */ createRestrictedResource(
  findTestimony,
  (testimony, expert: Expert) => isInReachOf(testimony, expert),
);

export const receivedOffer = /* @__PURE__ */ createRestrictedResource(
  findOffer,
  ({ clientId }, { id }: Client) => clientId === id,
);

export const ownOffer = /* @__PURE__ */ createRestrictedResource(
  findOffer,
  ({ expert }, { id }: Expert) => expert.id === id,
);

/** Any testimony, for operators. */
export const testimonyById = /* @__PURE__ */ createResource(findTestimony);

/** An ordered refund of a testimony, for operators. */
export const refundById: ResourceLoader<
  OrderedRefund,
  unknown,
  TestimonyDependencies & Pick<Dependencies, 'checkouts'>
> = {
  errors: ['not-found'],
  async load(request, caller, deps) {
    const testimony = await testimonyById.load(request, caller, deps);
    const refundId = readPathId(request, 'refundId');
    if (!(await findRefundedPayment(testimony.id, refundId, deps))) throw new DomainError('not-found');
    return { testimony, refundId };
  },
};

export const expertById = /* @__PURE__ */ createResource(async (request, deps: AccountDependencies) => {
  const user = await findUser(request, deps);
  return user?.role === 'expert' ? user : undefined;
});

export const userById = /* @__PURE__ */ createResource(findUser);

export const jobById = /* @__PURE__ */ createResource((request, { jobs }: Pick<Dependencies, 'jobs'>) =>
  jobs.find(readPathId(request)),
);

export const differenceById = /* @__PURE__ */ createResource(
  (request, { books }: Pick<Dependencies, 'books'>) => books.findDifference(readPathId(request)),
);

export const partnerById = /* @__PURE__ */ createResource(
  (request, { partners }: Pick<Dependencies, 'partners'>) => partners.find(readPathId(request)),
);

/**
 * A token of the caller. It is looked up by its full identifier, so a request for another user's token results in 403,
 * not in 404.
 */
export const ownToken = /* @__PURE__ */ createRestrictedResource(
  ({ params }, deps: Pick<Dependencies, 'tokens'>) => findToken(params.id ?? '', deps),
  ({ userId }, { id }: User) => userId === id,
);

/** The webhook endpoint of the partner that calls. */
export const partnerWebhook = {
  errors: ['not-found'],
  async load(_request: HttpRequest, { partner }: PartnerCaller, { webhooks }: WebhookDependencies) {
    const { endpoint } = await webhooks.find(partner.id);
    if (!endpoint) throw new DomainError('not-found');
    return endpoint;
  },
} as const;

/** An attempt to deliver an event to the webhook endpoint of the partner that calls, together with the endpoint. */
export const partnerDelivery = {
  errors: ['not-found'],
  async load(request: HttpRequest, caller: PartnerCaller, deps: WebhookDependencies) {
    const endpoint = await partnerWebhook.load(request, caller, deps);
    const attempt = await deps.webhooks.findAttempt(caller.partner.id, endpoint.id, readPathId(request));
    if (!attempt) throw new DomainError('not-found');
    return { endpoint, attempt };
  },
} as const;

/** Creates a loader of resources that every caller of the endpoint may load. */
function createResource<Subject, Deps>(
  find: (request: HttpRequest, deps: Deps) => Promise<Subject | undefined>,
): ResourceLoader<Subject, unknown, Deps> {
  return {
    errors: ['not-found'],
    async load(request, _caller, deps) {
      const subject = await find(request, deps);
      if (!subject) throw new DomainError('not-found');
      return subject;
    },
  };
}

/** Creates a loader of resources that only some users may load. */
function createRestrictedResource<Subject, Viewer extends User, Deps>(
  find: (request: HttpRequest, deps: Deps) => Promise<Subject | undefined>,
  canAccess: (subject: Subject, user: Viewer, deps: Deps) => boolean | Promise<boolean>,
): ResourceLoader<Subject, { readonly user: Viewer }, Deps> {
  const { errors, load } = createResource(find);
  return {
    errors: [...errors, 'not-owner'],
    async load(request, caller, deps) {
      const subject = await load(request, caller, deps);
      if (!(await canAccess(subject, caller.user, deps))) throw new DomainError('not-owner');
      return subject;
    },
  };
}
