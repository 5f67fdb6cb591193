/**
 * What befalls money after it was paid: banks, refunds by hand, operators, a process that dies. Events are told late,
 * twice, in any order, or never.
 */
import { expect } from 'vitest';
import { asOperator } from '../support/operators.ts';
import { isOpen, type Model, type SessionModel, settle, tell } from './model.ts';
import type { Action, RandomSource, Real } from './steps.ts';

const BY_HAND = [
  ...['payout-reversed', 'dispute-won', 'dispute-lost', 'refund-succeeds', 'refund-fails'],
  ...['dispute', 'refunds-wait', 'refund'],
];

/** Ids are those of the provider; nothing else of an event is believed. */
async function eventsOf({ market }: Real, { id }: SessionModel): Promise<[type: string, object: object][]> {
  const { payment_intent } = await market.session(id);
  const ledger = await market.ledger({ payment_intent: payment_intent.id });
  const sources = (kind: string) => ledger.filter(line => line.kind === kind).map(({ source }) => source);
  const { id: payment } = payment_intent;
  return [
    ...sources('refund').map(re => ['refund.updated', { id: re, payment_intent: payment }] as const),
    ...sources('dispute').map(du => ['charge.dispute.updated', { id: du }] as const),
    ...sources('transfer').map(tr => ['transfer.reversed', { id: tr }] as const),
  ].map(([type, object]) => [type, object]);
}

/** A payment that is not settled yet, and a payout that is not on record, are told of again. */
async function told(real: Real, session: SessionModel, [type, object]: [string, object]): Promise<void> {
  const { status } = await real.market.tell(object, type);
  expect(status).toBe(session.ended === 'open' ? (type === 'transfer.reversed' ? 204 : 503) : 204);
  if (status === 204) session.isInDoubt = false;
}

/** All that the provider has to tell of it. */
async function tellAll(real: Real, session: SessionModel): Promise<void> {
  for (const event of await eventsOf(real, session)) await told(real, session, event);
}

/** @returns false when it cannot happen now */
async function befalls(
  { market }: Real,
  session: SessionModel,
  outcome: string,
  fields: Record<string, string> = {},
): Promise<boolean> {
  const happened = await market.befalls(session.id, outcome, fields).then(
    () => true,
    () => false,
  );
  if (happened) session.isInDoubt = session.isTroubled = true;
  return happened;
}

const CRASHES = [
  ['checkouts', 'record'],
  ['testimonies', 'save'],
  ['payments', 'transfer'],
  ['payments', 'refund'],
] as const;
const SETTLING = [
  ['checkouts', 'accept'],
  ['checkouts', 'startRefund'],
] as const;

/** The process dies once, just before or just after this call, while `work` is done. */
async function dying(
  { market }: Real,
  [store, name]: (typeof CRASHES | typeof SETTLING)[number],
  dice: RandomSource,
  work: () => Promise<unknown>,
): Promise<void> {
  const owner = market.service.deps[store] as unknown as Record<string, (...args: unknown[]) => unknown>;
  const act = owner[name];
  if (!act) throw new Error(`there is no ${store}.${name}`);
  const isAfter = dice.below(2) === 1;
  owner[name] = async (...args) => {
    owner[name] = act;
    if (isAfter) await act(...args);
    throw new Error('the process died');
  };
  await work().catch(() => undefined);
  owner[name] = act;
}

/** Sessions are payable for half an hour: crashes together take less. */
const MOST_CRASHES = 12;
const RECOVERY_MS = 2 * 60_000;

export const FAULTS: Readonly<Record<string, Action>> = {
  /** Whatever can happen to a payment, beginning with what chance says. */
  async byHand(model, real, dice) {
    const session = dice.of(model.sessions);
    if (!session) return undefined;
    const [first, isPart] = [dice.below(BY_HAND.length), dice.below(2) === 1];
    for (const outcome of [...BY_HAND.slice(first), ...BY_HAND.slice(0, first)]) {
      const inPart = isPart && ['refund', 'payout-reversed'].includes(outcome);
      if (await befalls(real, session, outcome, inPart ? { amount: '50' } : {})) return session.testimony;
    }
    return undefined;
  },

  async event(model, real, dice) {
    const session = dice.of(model.sessions.filter(({ isTroubled }) => isTroubled));
    const event = session && dice.of(await eventsOf(real, session));
    if (!session || !event) return undefined;
    for (let doubled = dice.below(2); doubled >= 0; doubled--) await told(real, session, event);
    return session.testimony;
  },

  async operatorCancels(model, { market }, dice) {
    const testimony = dice.of(model.testimonies.filter(each => !isOpen(each)));
    if (!testimony) return undefined;
    const isAllowed = testimony.state === 'accepted';
    const path = `/operator/testimonies/${testimony.id}/cancel`;
    const { status } = await market.service.post(path, { reason: 'Dohoda.' }, asOperator);
    expect(status).toBe(isAllowed ? 200 : 409);
    if (isAllowed) Object.assign(testimony, { state: 'cancelled', isCancelledByOperator: true });
    return testimony;
  },

  /** Decides about a job that was given up: a payout may be ended, a refund never. */
  async operator(model, { market }, dice) {
    const { items } = await market.service.deps.jobs.listDead({});
    const job = dice.of(items);
    if (!job) return undefined;
    const verb = job.task.kind === 'pay-out' && dice.below(2) === 1 ? 'dismiss' : 'retry';
    const path = `/operator/jobs/${job.id}/${verb}`;
    expect(await market.service.post(path, { reason: 'Preto.' }, asOperator)).toMatchObject({ status: 200 });
    await market.work();
    tell(model);
    return dice.of(model.testimonies);
  },

  async crash(model, real, dice) {
    const { market } = real;
    if (model.crashes++ >= MOST_CRASHES) return undefined;
    for (const session of model.sessions) session.isInDoubt = true;
    await dying(real, dice.of(CRASHES) ?? CRASHES[0], dice, market.work);
    market.service.deps.clock.advance(RECOVERY_MS);
    await market.work();
    tell(model);
    return dice.of(model.testimonies);
  },

  async crashWhileSettling(model, real, dice) {
    const session = dice.of(model.sessions.filter(({ ended }) => ended === 'open'));
    if (!session) return undefined;
    const { market } = real;
    const paid = await market.session(session.id);
    const report = () => market.tell(paid, 'checkout.session.completed', `evt_${session.id}_0`);
    await dying(real, dice.of(SETTLING) ?? SETTLING[0], dice, report);
    expect(await report()).toMatchObject({ status: 204 });
    settle(model, session);
    return session.testimony;
  },
};

/** In the end the banks have decided, everything is told, and operators have everything tried again. */
export async function finishStories(model: Model, real: Real): Promise<void> {
  const { market } = real;
  const { clock, jobs } = market.service.deps;
  for (const expert of real.experts) {
    const { url } = (await expert.post('/me/payment-account')).body.data;
    await fetch(url, { method: 'POST', redirect: 'manual' });
    await expert.post('/me/payment-account');
  }
  for (const [number, session] of model.sessions.entries()) {
    await befalls(real, session, number % 2 ? 'dispute-won' : 'dispute-lost');
  }
  for (let round = 0; round < 12; round++) {
    const begun = (await market.ledger()).filter(({ kind }) => kind === 'refund');
    for (const { source } of begun) await market.control(`refunds/${source}`, { status: 'succeeded' });
    for (const session of model.sessions) await tellAll(real, session);
    await market.work();
    const { items } = await jobs.listDead({});
    for (const { id } of items) await market.service.post(`/operator/jobs/${id}/retry`, {}, asOperator);
    clock.advance(3 * 3600_000);
    await market.work();
    if (items.length === 0 && round > 1) return;
  }
}
