/** Shared parts of the endpoints with which an operator decides, for a reason, about the record that the path names. */
import { withCurrentUser } from '../domain/accounts/change-user.ts';
import type { User } from '../domain/model/accounts/account.ts';
import type { OperatorDecision } from '../domain/model/activity/audit.ts';
import type { Change, Decision } from '../domain/model/change.ts';
import type { Partner } from '../domain/model/partners/partner.ts';
import type { Testimony } from '../domain/model/testimonies/testimony.ts';
import { withCurrentPartner } from '../domain/partners/partners.ts';
import type { OrderedRefund } from '../domain/payments/refunds/refund-decisions.ts';
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { withCurrentTestimony } from '../domain/testimonies/testimonies.ts';
import { Flag, optional, paragraphs } from '../validation/fields.ts';
import type { HandlerContext } from './endpoint.ts';
import { jsonBody } from './request/json-body.ts';
import { createQuery } from './request/query.ts';
import { type HttpResponse, ok } from './response/response.ts';
import { createMoneyDecisionView } from './views/operator-view.ts';

type Context<Subject, Query = unknown> = HandlerContext<
  { readonly operator: string },
  Subject,
  Query,
  { readonly reason: string }
>;
type Reasons = { readonly who: string; readonly why: string };
type UserDeps = Pick<Dependencies, 'accounts' | 'clock' | 'random' | 'unitOfWork'>;
type TestimonyDeps = Pick<Dependencies, 'testimonies' | 'unitOfWork'>;

export const reasonBody = jsonBody({ reason: paragraphs(2000) });

/** Query of a decision about money. With `dryRun`, the response shows the changes, but they are not written. */
export const dryRunQuery = createQuery({ dryRun: optional(Flag, false) });

/** Responds to a decision about money with the ledger entries of the decision. */
export const respondWithEntries = (testimony: Testimony, changes: readonly Change[]) =>
  ok(createMoneyDecisionView(testimony, changes));

/** Creates the handler of a decision about a user. The response is a view of the user. */
export const handleUserDecision =
  <View>(
    decide: (user: User, reasons: Reasons, deps: UserDeps) => Decision<User>,
    view: (user: User) => View,
  ) =>
  ({ caller: { operator: who }, subject, body: { reason: why }, write }: Context<User>, deps: UserDeps) =>
    write(
      {
        decide: withCurrentUser(subject, deps, user => decide(user, { who, why }, deps)),
        respond: user => ok(view(user)),
      },
      deps,
    );

type PartnerDeps = Pick<Dependencies, 'partners' | 'unitOfWork'>;

/** Creates the handler of a decision about a partner. */
export const handlePartnerDecision =
  <Result, Body, Deps>(
    decide: (partner: Partner, reasons: Reasons, deps: Deps) => Decision<Result> | Promise<Decision<Result>>,
    respond: (result: Result) => HttpResponse<200, Body>,
  ) =>
  (
    { caller: { operator: who }, subject, body: { reason: why }, write }: Context<Partner>,
    deps: Deps & PartnerDeps,
  ) => {
    const decideAgain = withCurrentPartner(subject, deps, partner => decide(partner, { who, why }, deps));
    return write({ decide: decideAgain, respond }, deps);
  };

/** Creates the handler of a decision about a testimony. */
export const handleTestimonyDecision =
  <Deps>(
    decide: (
      testimony: Testimony,
      reasons: Reasons,
      deps: Deps,
    ) => Decision<Testimony> | Promise<Decision<Testimony>>,
  ) =>
  (
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
        respond: respondWithEntries,
        isDryRun: dryRun,
      },
      deps,
    );

/**
 * Creates the handler of a decision about an ordered refund. The response is the same as for a decision about the
 * testimony of the refund.
 */
export const handleRefundDecision =
  <Form extends { readonly reason: string }, Deps>(
    decide: (
      refund: OrderedRefund,
      decision: Omit<Form, 'reason'> & OperatorDecision,
      deps: Deps,
    ) => Promise<Decision<Testimony>>,
  ) =>
  (
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
        respond: respondWithEntries,
        isDryRun: dryRun,
      },
      deps,
    );
