/**
 * Faults and changes of payments after checkout: disputes, manual refunds, operators' decisions and crashes. Events
 * arrive late, repeatedly, in any order, or never.
 */

import { expect } from 'vitest';
import { OPENING_BALANCE_CENTS } from '../../infra/local/stripe/ledger.ts';
import { isPayoutHeldWithoutJob } from '../../lib/domain/model/payments/escrow.ts';
import type { SettlementKind } from '../../lib/domain/model/payments/ledger-entry.ts';
import { HOLD_REASONS_FOR_DECISION } from '../../lib/domain/model/payments/money-list.ts';
import type { Testimony } from '../../lib/domain/model/testimonies/testimony.ts';
import { computeImbalance } from '../../lib/domain/money/ledger.ts';
import { findWaitingMoney } from '../../lib/domain/money/money-rules.ts';
import { findHoldReason } from '../../lib/domain/money/payout-hold.ts';
import { DAY, MINUTE } from '../../lib/durations.ts';
import { PASSWORD } from '../support/builders.ts';
import { listWaitingTestimonies, operatorRoutes } from '../support/operator-routes.ts';
import { asOperator } from '../support/operators.ts';
import type { Market } from '../support/start-market.ts';
import { documentBody } from '../support/testimony-builders.ts';
import { getEventId, isOpen, type Model, type SessionModel, settlePayment } from './model.ts';
import {
  type Action,
  acceptIdentity,
  adoptMoney,
  getAt,
  type RandomSource,
  type RealMarket,
  runJobs,
} from './user-actions.ts';

const PAYMENT_OUTCOMES = [
  'payout-reversed',
  'dispute-won',
  'dispute-lost',
  'refund-succeeds',
  'refund-fails',
  'refund-canceled',
  'inquiry-disputed',
  'inquiry-closed',
  'dispute',
  'inquiry',
  'refunds-wait',
  'refund',
];

/**
 * Lists the events of a payment. The events contain only ids of the provider, because the service reads no other data.
 */
export async function listProviderEvents(
  { market }: RealMarket,
  { id }: SessionModel,
): Promise<[type: string, object: object][]> {
  const { payment_intent } = await market.getSession(id);
  const ledger = await market.getLedger({ payment_intent: payment_intent.id });
  const sources = (kind: string) => ledger.filter(line => line.kind === kind).map(({ source }) => source);
  const { id: payment } = payment_intent;
  return [
    ...sources('refund').map(re => ['refund.updated', { id: re, payment_intent: payment }] as const),
    ...(await market.listDisputes(payment)).map(du => ['charge.dispute.updated', { id: du }] as const),
    ...sources('transfer').map(tr => ['transfer.reversed', { id: tr }] as const),
  ].map(([type, object]) => [type, object]);
}

/**
 * Sends an event and asserts the response status. The status is 503 before the payment is recorded, and 204 after the
 * payment is recorded and for all reversals of transfers.
 */
async function sendEvent(
  real: RealMarket,
  session: SessionModel,
  [type, object]: [string, object],
): Promise<void> {
  const { status } = await real.market.sendProviderEvent(object, type);
  expect(status).toBe(session.outcome === 'open' ? (type === 'transfer.reversed' ? 204 : 503) : 204);
  if (status === 204) session.isOutOfSync = false;
}

async function sendAllEvents(real: RealMarket, session: SessionModel): Promise<void> {
  for (const event of await listProviderEvents(real, session)) await sendEvent(real, session, event);
}

/** Outcomes whose amount can be chosen. */
const PARTIAL_OUTCOMES = ['refund', 'payout-reversed', 'dispute'];

/**
 * Picks the amount of an outcome, in cents, as the provider's page accepts it. Without an amount, the outcome affects
 * everything that is left of the payment.
 */
function pickAmount({ offer }: SessionModel, outcome: string, random: RandomSource): Record<string, string> {
  const price = Math.round(offer.price * 100);
  const amount = random.pick([undefined, 50, Math.ceil(price / 2), price - 1]);
  return amount && PARTIAL_OUTCOMES.includes(outcome) ? { amount: String(amount) } : {};
}

/** Simulates an outcome of a payment. @returns false when the outcome is impossible in the current state */
async function simulateOutcome(
  { market }: RealMarket,
  session: SessionModel,
  outcome: string,
  fields: Record<string, string> = {},
): Promise<boolean> {
  const happened = await market.simulateOutcome(session.id, outcome, fields).then(
    () => true,
    () => false,
  );
  if (happened) session.isOutOfSync = session.hasHadFault = true;
  return happened;
}

const CRASH_POINTS = [
  ['unitOfWork', 'commit'],
  ['unitOfWork', 'commit'],
  ['payments', 'transfer'],
  ['payments', 'refund'],
  ['payments', 'reverseTransfer'],
] as const;
const SETTLEMENT_CRASH_POINTS = [['unitOfWork', 'commit']] as const;

/** Runs `work` and simulates one crash of the process just before or just after the given call. */
async function runWithCrash(
  { market }: RealMarket,
  [store, name]: (typeof CRASH_POINTS | typeof SETTLEMENT_CRASH_POINTS)[number],
  random: RandomSource,
  work: () => Promise<unknown>,
): Promise<void> {
  const owner = market.service.deps[store] as unknown as Record<string, (...args: unknown[]) => unknown>;
  const original = owner[name];
  if (!original) throw new Error(`there is no ${store}.${name}`);
  const isAfter = random.integerBelow(2) === 1;
  owner[name] = async (...args) => {
    // No crash is simulated here, because a mail whose record is lost is sent again. This is allowed
    // (infra/docs/api/mails.md#delivery), but the numbers of mails would differ from the model.
    if (JSON.stringify(args[0]).includes('"mail-recorded"')) return original(...args);
    owner[name] = original;
    if (isAfter) await original(...args);
    throw new Error('the process died');
  };
  await work().catch(() => undefined);
  owner[name] = original;
}

/** Maximum number of crashes, so that recovery takes less than the half hour in which a session can be paid. */
const MAX_CRASHES = 12;
const RECOVERY_MS = 2 * MINUTE;

export const FAULTS: Readonly<Record<string, Action>> = {
  /** Simulates the first possible outcome of a payment, starting at a random position in the list of outcomes. */
  async outcomeHappens(model, real, random) {
    const session = random.pick(model.sessions);
    if (!session) return undefined;
    const first = random.integerBelow(PAYMENT_OUTCOMES.length);
    for (const outcome of [...PAYMENT_OUTCOMES.slice(first), ...PAYMENT_OUTCOMES.slice(0, first)]) {
      if (await simulateOutcome(real, session, outcome, pickAmount(session, outcome, random)))
        return session.testimony;
    }
    return undefined;
  },

  async event(model, real, random) {
    const session = random.pick(model.sessions.filter(({ hasHadFault }) => hasHadFault));
    const event = session && random.pick(await listProviderEvents(real, session));
    if (!session || !event) return undefined;
    for (let doubled = random.integerBelow(2); doubled >= 0; doubled--) await sendEvent(real, session, event);
    return session.testimony;
  },

  async operatorCancels(model, { market }, random) {
    const testimony = random.pick(model.testimonies.filter(each => !isOpen(each)));
    if (!testimony) return undefined;
    await adoptMoney([testimony], market);
    const isAllowed = testimony.state === 'accepted';
    const path = `/operator/testimonies/${testimony.id}/cancel`;
    const { status } = await market.service.post(path, { reason: 'Dohoda.' }, asOperator);
    expect(status).toBe(isAllowed ? 200 : 409);
    if (isAllowed) Object.assign(testimony, { state: 'cancelled', isCancelledByOperator: true });
    return testimony;
  },

  /** Retries a dead job, and sends or ends a failed payout or refund. */
  async operator(model, { market }, random) {
    const { items } = await market.service.deps.jobs.listDead({});
    const job = random.pick(items);
    const failed = random.pick(await listWaitingTestimonies(market, 'payout-failed'));
    const verb = random.pick(['send', 'end']);
    if (job) {
      const retried = await market.service.post(`/operator/jobs/${job.id}/retry`, {}, asOperator);
      expect(retried).toMatchObject({ status: 200 });
    }
    if (failed) {
      const path = `/operator/testimonies/${failed.id}/payout/${verb}`;
      const { status } = await market.service.post(path, DECISION, asOperator);
      // A payment that is disputed or being refunded is not paid out, and a disputed payout is not ended.
      expect([200, 409]).toContain(status);
    }
    const refund = random.pick(await operatorRoutes(market).listMoney('refund-failed'));
    if (refund) {
      const path = `/operator/testimonies/${refund.testimonyId}/refunds/${refund.refundId}/${verb}`;
      const { status } = await market.service.post(path, DECISION, asOperator);
      // The refund of a late payment or a cancelled testimony is ended only with a reference.
      expect([200, 422]).toContain(status);
    }
    if (!job && !failed && !refund) return undefined;
    await runJobs(model, market);
    return random.pick(model.testimonies);
  },

  /** Orders a refund of all or a part of a payment. The model adopts the decisions of the marketplace. */
  async operatorRefunds(model, { market }, random) {
    const session = random.pick(model.sessions.filter(({ outcome }) => outcome === 'accepted'));
    if (!session) return undefined;
    const { testimony, offer } = session;
    const isPart = random.integerBelow(2) === 1;
    const amount = isPart ? Math.max(0.01, Math.round(offer.price * 25) / 100) : offer.price;
    const body = { amount, from: random.pick(['expert', 'platform', 'both']), reason: 'Dohoda.' };
    const path = `/operator/testimonies/${testimony.id}/refund`;
    const { status } = await market.service.post(path, body, asOperator);
    expect([200, 409, 422]).toContain(status);
    if (status === 200) session.hasOrderedRefund = session.hasHadFault = session.isOutOfSync = true;
    if (status === 200 && random.integerBelow(2) === 1) await runJobs(model, market);
    return testimony;
  },

  async operatorReleases(model, { market }, random) {
    const record = random.pick(await listHeldPayouts(market));
    if (!record) return undefined;
    const path = `/operator/testimonies/${record.id}/payout/send`;
    const { status } = await market.service.post(path, DECISION, asOperator);
    // A payout that waits for the review of its expert is not sent.
    const isReleasable = isPayoutHeldWithoutJob(record) && findHoldReason(record) !== 'review';
    expect(status).toBe(isReleasable ? 200 : 409);
    return model.testimonies.find(({ id }) => id === record.id);
  },

  /**
   * Settles an unbalanced payment, repeats the settlement, or undoes it. A repetition with the same reference changes
   * nothing.
   */
  async operatorSettles(model, { market }, random) {
    const record = random.pick(await listWaitingTestimonies(market, 'unbalanced'));
    if (!record) return undefined;
    const settlement = { ...chooseSettlement(record), reference: market.service.deps.random.uuid() };
    const path = `/operator/testimonies/${record.id}/settle`;
    const settle = async (change: object) =>
      (await market.service.post(path, { ...DECISION, ...settlement, ...change }, asOperator)).status;
    const status = await settle({});
    // The settlement looks up the payment, and may find another refund.
    expect([200, 409, 422]).toContain(status);
    markOrdered(model, record);
    const change = random.pick([undefined, {}, { amount: settlement.amount + 0.01 }, { undo: true }]);
    if (status === 200 && change) expect(await settle(change)).toBe('amount' in change ? 409 : 200);
    return model.testimonies.find(({ id }) => id === record.id);
  },

  async crash(model, real, random) {
    const { market } = real;
    if (model.crashes++ >= MAX_CRASHES) return undefined;
    for (const session of model.sessions) session.isOutOfSync = true;
    await runWithCrash(real, random.pick(CRASH_POINTS) ?? CRASH_POINTS[0], random, market.runJobs);
    market.service.deps.clock.advance(RECOVERY_MS);
    await runJobs(model, market);
    return random.pick(model.testimonies);
  },

  async crashWhileSettling(model, real, random) {
    const session = random.pick(model.sessions.filter(({ outcome }) => outcome === 'open'));
    if (!session) return undefined;
    const { market } = real;
    const paid = await market.getSession(session.id);
    const report = () => market.sendProviderEvent(paid, 'checkout.session.completed', getEventId(session));
    await runWithCrash(
      real,
      random.pick(SETTLEMENT_CRASH_POINTS) ?? SETTLEMENT_CRASH_POINTS[0],
      random,
      report,
    );
    expect(await report()).toMatchObject({ status: 204 });
    settlePayment(model, session);
    return session.testimony;
  },
};

/** Lists the testimonies whose payouts wait for a decision of an operator. */
const listHeldPayouts = async (market: Market) =>
  (await listWaitingTestimonies(market, 'decide')).filter(record =>
    HOLD_REASONS_FOR_DECISION.some(reason => reason === findWaitingMoney(record)?.reason),
  );

const DECISION = { reason: 'Dohoda.' };

/**
 * Decides everything that waits for an operator: reviews, complaints, held payouts, and unbalanced payments, which it
 * settles outside the provider.
 */
async function decideOpenCases(model: Model, { market, experts }: RealMarket): Promise<void> {
  for (const { id } of experts) await acceptIdentity(market, id);
  await market.runJobs();
  const decide = async ({ id }: { readonly id: string }, action: string, body: object) =>
    expect(
      await market.service.post(
        `/operator/testimonies/${id}/${action}`,
        { ...DECISION, ...body },
        asOperator,
      ),
    ).toMatchObject({ status: 200 });
  for (const testimony of await listWaitingTestimonies(market, 'complaint'))
    await decide(testimony, 'end-complaint', { outcome: 'pay-out' });
  for (const testimony of [
    ...(await listHeldPayouts(market)),
    ...(await listWaitingTestimonies(market, 'payout-failed')),
  ])
    await decide(testimony, 'payout/send', {});
  for (const { testimonyId, refundId } of await operatorRoutes(market).listMoney('refund-failed'))
    await decide({ id: testimonyId ?? '' }, `refunds/${refundId}/send`, {});
  for (const testimony of await listWaitingTestimonies(market, 'unbalanced')) {
    const settlement = { ...chooseSettlement(testimony), reference: market.service.deps.random.uuid() };
    if (settlement.kind === 'borne-by-platform') markOrdered(model, testimony);
    await decide(testimony, 'settle', settlement);
  }
}

/**
 * Chooses the settlement of an unbalanced payment. The expert bears the part that is covered by the expert's balance.
 */
function chooseSettlement(testimony: Testimony): { readonly kind: SettlementKind; readonly amount: number } {
  const { unallocated = 0, expert = 0 } = testimony.payment?.balances ?? {};
  const amount = Math.abs(computeImbalance(testimony)) / 100;
  if (unallocated > 0) return { kind: 'borne-by-platform', amount };
  if (unallocated < 0)
    return { kind: expert + unallocated < 0 ? 'borne-by-platform' : 'borne-by-expert', amount };
  if (expert < 0) return { kind: 'payout-returned', amount };
  return { kind: testimony.state === 'completed' ? 'payout' : 'borne-by-platform', amount };
}

/** Records in the model that a decision of an operator may leave less than the commission to the platform. */
function markOrdered({ sessions }: Model, { sessionId }: Testimony): void {
  for (const session of sessions) if (session.id === sessionId) session.hasOrderedRefund = true;
}

/** Delivers the accepted testimonies, or cancels them as an operator, so that no work is unfinished. */
async function endWork({ testimonies }: Model, { market, experts }: RealMarket): Promise<void> {
  for (const [number, testimony] of testimonies.entries()) {
    await adoptMoney([testimony], market);
    const { id, state, isPaid, offers } = testimony;
    if (state !== 'accepted' || !isPaid) continue;
    const expert = getAt(experts, offers.find(offer => offer.state === 'accepted')?.expert ?? -1);
    const isDelivered = number % 2 === 0;
    const { status } = await (isDelivered
      ? expert.post(`/testimonies/${id}/complete`, documentBody())
      : market.service.post(`/operator/testimonies/${id}/cancel`, DECISION, asOperator));
    expect(status).toBe(200);
    testimony.state = isDelivered ? 'completed' : 'cancelled';
    testimony.isCancelledByOperator = !isDelivered;
  }
}

/** Time between two rounds of `resolveAllPayments`. It is longer than the delay of payouts, so they become due. */
const ROUND_MS = 4 * DAY;

/**
 * Resolves all disputes and refunds, sends all events, retries all dead jobs and sends all failed refunds until none is
 * left.
 */
export async function resolveAllPayments(model: Model, real: RealMarket): Promise<void> {
  const { market } = real;
  const { clock, jobs } = market.service.deps;
  for (const expert of real.experts) {
    const { url } = (await expert.post('/me/payment-account', { currentPassword: PASSWORD })).body.data;
    await fetch(url, { method: 'POST', redirect: 'manual' });
    await expert.post('/me/payment-account', { currentPassword: PASSWORD });
  }
  for (const [number, session] of model.sessions.entries()) {
    await simulateOutcome(real, session, 'inquiry-closed');
    await simulateOutcome(real, session, number % 2 ? 'dispute-won' : 'dispute-lost');
  }
  await market.configureProvider('topups', { amount: OPENING_BALANCE_CENTS });
  for (let round = 0; round < 14; round++) {
    const begun = (await market.getLedger()).filter(({ kind }) => kind === 'refund');
    for (const { source } of begun)
      await market.configureProvider(`refunds/${source}`, { status: 'succeeded' });
    for (const session of model.sessions) await sendAllEvents(real, session);
    await market.runJobs();
    await endWork(model, real);
    const { items } = await jobs.listDead({});
    for (const { id } of items) await market.service.post(`/operator/jobs/${id}/retry`, {}, asOperator);
    const failedRefunds = await operatorRoutes(market).listMoney('refund-failed');
    await decideOpenCases(model, real);
    clock.advance(ROUND_MS);
    await market.runJobs();
    if (items.length === 0 && failedRefunds.length === 0 && round > 1) return;
  }
}
