/** Declarations of endpoints whose only input is a reason: an operator decides about the record that the path names. */
import { withCurrentUser } from '../domain/accounts/change-user.ts';
import type { User } from '../domain/model/account.ts';
import type { OperatorDecision } from '../domain/model/audit.ts';
import type { Decision } from '../domain/model/change.ts';
import type { Partner } from '../domain/model/partner.ts';
import type { Testimony } from '../domain/model/testimony.ts';
import { withCurrentPartner } from '../domain/partners/partners.ts';
import type { OrderedRefund } from '../domain/payments/refunds/refund-decisions.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { withCurrentTestimony } from '../domain/testimonies/testimonies.ts';
import { Flag, optional, paragraphs } from '../validation/fields.ts';
import { operatorOnly } from './access/access.ts';
import type { HandlerContext } from './endpoint.ts';
import { idempotencyKey } from './idempotency/idempotency.ts';
import { jsonBody } from './request/json-body.ts';
import { query } from './request/query.ts';
import type { BodyReader } from './request/request.ts';
import { partnerById, refundById, testimonyById, userById } from './request/resource.ts';
import { type HttpResponse, ok } from './response/response.ts';
import { moneyDecisionView } from './views/operator-view.ts';

type Context<Subject, Query = unknown> = HandlerContext<
  { readonly operator: string },
  Subject,
  Query,
  { readonly reason: string }
>;
type Reasons = { readonly who: string; readonly why: string };
type UserDeps = Pick<Dependencies, 'accounts' | 'clock' | 'random' | 'unitOfWork'>;
type TestimonyDeps = Pick<Dependencies, 'testimonies' | 'unitOfWork'>;

const REQUEST = {
  access: operatorOnly,
  body: jsonBody({ reason: paragraphs(2000) }),
  idempotent: idempotencyKey,
};

/** Declares a decision about a user. The response is a view of the user. */
export const declareUserDecision = <View>(
  decide: (user: User, reasons: Reasons, deps: UserDeps) => Decision<User>,
  view: (user: User) => View,
) => ({
  ...REQUEST,
  resource: userById,
  handle: (
    { caller: { operator: who }, subject, body: { reason: why }, write }: Context<User>,
    deps: UserDeps,
  ) =>
    write(
      {
        decide: withCurrentUser(subject, deps, user => decide(user, { who, why }, deps)),
        respond: user => ok(view(user)),
      },
      deps,
    ),
});

/** Parts of every decision about money. With `dryRun`, nothing changes. */
const MONEY_DECISION = {
  query: query({ dryRun: optional(Flag, false) }),
  response: { status: 200, data: 'MoneyDecision' },
} as const;

type PartnerDeps = Pick<Dependencies, 'partners' | 'unitOfWork'>;

/** Declares a decision about a partner. */
export const declarePartnerDecision = <Result, Body, Deps>(
  decide: (partner: Partner, reasons: Reasons, deps: Deps) => Decision<Result> | Promise<Decision<Result>>,
  respond: (result: Result) => HttpResponse<200, Body>,
) => ({
  ...REQUEST,
  resource: partnerById,
  handle(
    { caller: { operator: who }, subject, body: { reason: why }, write }: Context<Partner>,
    deps: Deps & PartnerDeps,
  ) {
    const decideAgain = withCurrentPartner(subject, deps, partner => decide(partner, { who, why }, deps));
    return write({ decide: decideAgain, respond }, deps);
  },
});

/**
 * Declares a decision about a testimony. The response contains the ledger entries of the decision. With `dryRun`,
 * nothing changes.
 */
export const declareTestimonyDecision = <Deps>(
  decide: (
    testimony: Testimony,
    reasons: Reasons,
    deps: Deps,
  ) => Decision<Testimony> | Promise<Decision<Testimony>>,
) => ({
  ...REQUEST,
  ...MONEY_DECISION,
  resource: testimonyById,
  handle: (
    {
      caller: { operator: who },
      subject,
      body: { reason: why },
      query: { dryRun },
      write,
    }: Context<Testimony, { readonly dryRun: boolean }>,
    deps: Deps & TestimonyDeps,
  ) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony => decide(testimony, { who, why }, deps)),
        respond: (testimony, changes) => ok(moneyDecisionView(testimony, changes)),
        isDryRun: dryRun,
      },
      deps,
    ),
});

/** Declares a decision about an ordered refund. The response is that of a decision about its testimony. */
export const declareRefundDecision = <Form extends { readonly reason: string }, Deps>(
  body: BodyReader<Form, unknown, unknown>,
  decide: (
    refund: OrderedRefund,
    decision: Omit<Form, 'reason'> & OperatorDecision,
    deps: Deps,
  ) => Promise<Decision<Testimony>>,
) => ({
  ...REQUEST,
  ...MONEY_DECISION,
  resource: refundById,
  body,
  handle: (
    {
      caller: { operator: who },
      subject: { testimony: read, refundId },
      body: { reason: why, ...form },
      query: { dryRun },
      write,
    }: HandlerContext<{ readonly operator: string }, OrderedRefund, { readonly dryRun: boolean }, Form>,
    deps: Deps & TestimonyDeps,
  ) =>
    write(
      {
        decide: withCurrentTestimony(read, deps, testimony =>
          decide({ testimony, refundId }, { ...form, who, why }, deps),
        ),
        respond: (testimony, changes) => ok(moneyDecisionView(testimony, changes)),
        isDryRun: dryRun,
      },
      deps,
    ),
});
