/**
 * Faults and changes of payments after checkout: disputes, manual refunds, operators' decisions and crashes. Events
 * arrive late, twice, in any order, or never.
 */

import { expect } from 'vitest';
import { OPENING_BALANCE_CENTS } from '../../infra/local/stripe/ledger.ts';
import { amountDue, computeImbalance } from '../../lib/domain/payments/payment-totals.ts';
import { PASSWORD } from '../support/builders.ts';
import { asOperator } from '../support/operators.ts';
import { isOpen, type Model, type SessionModel, settlePayment } from './model.ts';
import { type Action, adoptMoney, type RandomSource, type RealMarket, runJobs } from './user-actions.ts';

const PAYMENT_OUTCOMES = [
  ...['payout-reversed', 'dispute-won', 'dispute-lost', 'refund-succeeds', 'refund-fails'],
  ...['refund-canceled', 'inquiry-disputed', 'inquiry-closed'],
  ...['dispute', 'inquiry', 'refunds-wait', 'refund'],
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
 * payment is recorded and for all reversals.
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

/** Sends all events of the payment. */
async function sendAllEvents(real: RealMarket, session: SessionModel): Promise<void> {
  for (const event of await listProviderEvents(real, session)) await sendEvent(real, session, event);
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

/** Runs `work` and simulates one crash of the process, just before or just after the given call. */
async function runWithCrash(
  { market }: RealMarket,
  [store, name]: (typeof CRASH_POINTS | typeof SETTLEMENT_CRASH_POINTS)[number],
  dice: RandomSource,
  work: () => Promise<unknown>,
): Promise<void> {
  const owner = market.service.deps[store] as unknown as Record<string, (...args: unknown[]) => unknown>;
  const original = owner[name];
  if (!original) throw new Error(`there is no ${store}.${name}`);
  const isAfter = dice.integerBelow(2) === 1;
  owner[name] = async (...args) => {
    // No crash here: a mail whose record is lost is sent again. This is allowed (README.md#limits), but the numbers of
    // mails would differ from the model.
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
const RECOVERY_MS = 2 * 60_000;

export const FAULTS: Readonly<Record<string, Action>> = {
  /** Simulates the first possible outcome of a payment, starting at a random position in the list of outcomes. */
  async byHand(model, real, dice) {
    const session = dice.pick(model.sessions);
    if (!session) return undefined;
    const [first, isPart] = [dice.integerBelow(PAYMENT_OUTCOMES.length), dice.integerBelow(2) === 1];
    for (const outcome of [...PAYMENT_OUTCOMES.slice(first), ...PAYMENT_OUTCOMES.slice(0, first)]) {
      const inPart = isPart && ['refund', 'payout-reversed'].includes(outcome);
      if (await simulateOutcome(real, session, outcome, inPart ? { amount: '50' } : {}))
        return session.testimony;
    }
    return undefined;
  },

  async event(model, real, dice) {
    const session = dice.pick(model.sessions.filter(({ hasHadFault }) => hasHadFault));
    const event = session && dice.pick(await listProviderEvents(real, session));
    if (!session || !event) return undefined;
    for (let doubled = dice.integerBelow(2); doubled >= 0; doubled--) await sendEvent(real, session, event);
    return session.testimony;
  },

  async operatorCancels(model, { market }, dice) {
    const testimony = dice.pick(model.testimonies.filter(each => !isOpen(each)));
    if (!testimony) return undefined;
    await adoptMoney(testimony, market);
    const isAllowed = testimony.state === 'accepted';
    const path = `/operator/testimonies/${testimony.id}/cancel`;
    const { status } = await market.service.post(path, { reason: 'Dohoda.' }, asOperator);
    expect(status).toBe(isAllowed ? 200 : 409);
    if (isAllowed) Object.assign(testimony, { state: 'cancelled', isCancelledByOperator: true });
    return testimony;
  },

  /** Retries a dead job. May dismiss a payout job instead, but no other job. */
  async operator(model, { market }, dice) {
    const { items } = await market.service.deps.jobs.listDead({});
    const job = dice.pick(items);
    if (!job) return undefined;
    const verb = job.task.kind === 'pay-out' && dice.integerBelow(2) === 1 ? 'dismiss' : 'retry';
    const path = `/operator/jobs/${job.id}/${verb}`;
    const { status } = await market.service.post(path, { reason: 'Preto.' }, asOperator);
    // A payout job is not dismissed during a dispute.
    expect(verb === 'dismiss' ? [200, 409] : [200]).toContain(status);
    await runJobs(model, market);
    return dice.pick(model.testimonies);
  },

  /** Orders the refund of a part or all of a payment. The model adopts what the marketplace decides. */
  async operatorRefunds(model, { market }, dice) {
    const session = dice.pick(model.sessions.filter(({ outcome }) => outcome === 'accepted'));
    if (!session) return undefined;
    const { testimony, offer } = session;
    const isPart = dice.integerBelow(2) === 1;
    const amount = isPart ? Math.max(0.01, Math.round(offer.price * 25) / 100) : offer.price;
    const body = { amount, from: dice.pick(['expert', 'platform', 'both']), reason: 'Dohoda.' };
    const path = `/operator/testimonies/${testimony.id}/refund`;
    const { status } = await market.service.post(path, body, asOperator);
    expect([200, 409, 422]).toContain(status);
    if (status === 200) session.hasOrder = session.hasHadFault = session.isOutOfSync = true;
    if (status === 200 && dice.integerBelow(2) === 1) await runJobs(model, market);
    return testimony;
  },

  async operatorReleases(model, { market }, dice) {
    const page = await market.service.deps.testimonies.listForOperators('held', {}, new Date());
    const record = dice.pick(page.items);
    if (!record) return undefined;
    const path = `/operator/testimonies/${record.id}/release-payout`;
    expect(await market.service.post(path, { reason: 'Dohoda.' }, asOperator)).toMatchObject({ status: 200 });
    return model.testimonies.find(({ id }) => id === record.id);
  },

  async crash(model, real, dice) {
    const { market } = real;
    if (model.crashes++ >= MAX_CRASHES) return undefined;
    for (const session of model.sessions) session.isOutOfSync = true;
    await runWithCrash(real, dice.pick(CRASH_POINTS) ?? CRASH_POINTS[0], dice, market.runJobs);
    market.service.deps.clock.advance(RECOVERY_MS);
    await runJobs(model, market);
    return dice.pick(model.testimonies);
  },

  async crashWhileSettling(model, real, dice) {
    const session = dice.pick(model.sessions.filter(({ outcome }) => outcome === 'open'));
    if (!session) return undefined;
    const { market } = real;
    const paid = await market.getSession(session.id);
    const report = () => market.sendProviderEvent(paid, 'checkout.session.completed', `evt_${session.id}_0`);
    await runWithCrash(real, dice.pick(SETTLEMENT_CRASH_POINTS) ?? SETTLEMENT_CRASH_POINTS[0], dice, report);
    expect(await report()).toMatchObject({ status: 204 });
    settlePayment(model, session);
    return session.testimony;
  },
};

/** Ends what waits for an operator: releases held payouts, and settles unbalanced payments outside the provider. */
async function endByCommand({ market }: RealMarket): Promise<void> {
  const { testimonies, clock } = market.service.deps;
  const list = async (name: 'held' | 'unbalanced') =>
    (await testimonies.listForOperators(name, {}, clock.now())).items;
  for (const { id } of await list('held'))
    await market.service.post(
      `/operator/testimonies/${id}/release-payout`,
      { reason: 'Dohoda.' },
      asOperator,
    );
  for (const testimony of await list('unbalanced')) {
    const imbalance = computeImbalance(testimony);
    const amount = Math.abs(imbalance) / 100;
    const { state, payment } = testimony;
    const due = payment ? amountDue(payment, payment.held ?? 0) : 0;
    const isDueToExpert = state === 'completed' && imbalance > 0 && imbalance <= due;
    const body = {
      kind: isDueToExpert ? 'payout' : 'written-off',
      amount,
      reference: 'VS 1',
      reason: 'Dohoda.',
    };
    const path = `/operator/testimonies/${testimony.id}/settle`;
    expect(await market.service.post(path, body, asOperator)).toMatchObject({ status: 200 });
  }
}

/** Resolves all disputes and refunds, sends all events and retries all dead jobs until none is left. */
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
  for (let round = 0; round < 12; round++) {
    const begun = (await market.getLedger()).filter(({ kind }) => kind === 'refund');
    for (const { source } of begun)
      await market.configureProvider(`refunds/${source}`, { status: 'succeeded' });
    for (const session of model.sessions) await sendAllEvents(real, session);
    await market.runJobs();
    const { items } = await jobs.listDead({});
    for (const { id } of items) await market.service.post(`/operator/jobs/${id}/retry`, {}, asOperator);
    await endByCommand(real);
    clock.advance(3 * 3600_000);
    await market.runJobs();
    if (items.length === 0 && round > 1) return;
  }
}
