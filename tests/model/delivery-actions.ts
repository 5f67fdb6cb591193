/**
 * Actions around the delivery: confirmations, complaints, overdue work, closed accounts, and the passing of time.
 */
import { expect } from 'vitest';
import { getConfirmedAt } from '../../lib/domain/model/payments/escrow.ts';
import { sumAccount } from '../../lib/domain/money/ledger.ts';
import { canClose, type Party, readMoneyState } from '../../lib/domain/money/money-rules.ts';
import { DAY } from '../../lib/durations.ts';
import { PASSWORD } from '../support/builders.ts';
import { listWaitingTestimonies } from '../support/operator-routes.ts';
import { asOperator } from '../support/operators.ts';
import { listEntries, postAsOperator } from '../support/reconciliation.ts';
import type { Market, Person } from '../support/start-market.ts';
import type { Model, TestimonyModel } from './model.ts';
import {
  type Action,
  adoptSessions,
  getAt,
  isActionAllowed,
  type RandomSource,
  readStatus,
  runJobs,
} from './user-actions.ts';

/** Maximum number of times that days pass, so that a run is shorter than the period of a reconciliation. */
const MAX_PAUSES = 6;

/** Picks a testimony in the state, or any testimony if there is none. */
const pickInState = ({ testimonies }: Model, state: string, random: RandomSource) =>
  random.pick(testimonies.filter(testimony => testimony.state === state)) ?? random.pick(testimonies);

const findRecord = ({ service }: Market, { id }: TestimonyModel) => service.deps.testimonies.find(id);

export const DELIVERY_ACTIONS: Readonly<Record<string, Action>> = {
  async confirm(model, { market, clients }, random) {
    const testimony = pickInState(model, 'completed', random);
    if (!testimony) return undefined;
    const client = getAt(clients, testimony.client);
    const isRepeated = getConfirmedAt((await findRecord(market, testimony))?.payout ?? null) !== null;
    const isAllowed = isRepeated || (await isActionAllowed(client, testimony, 'confirm'));
    expect(await readStatus(client.confirmTestimony(testimony.id))).toBe(isAllowed ? 200 : 409);
    return testimony;
  },

  async complain(model, { clients }, random) {
    const testimony = pickInState(model, 'completed', random);
    if (!testimony) return undefined;
    const client = getAt(clients, testimony.client);
    const isAllowed = await isActionAllowed(client, testimony, 'complain');
    expect(await readStatus(client.complainAboutTestimony(testimony.id))).toBe(isAllowed ? 200 : 409);
    return testimony;
  },

  /** Ends a complaint with the payout or with a refund. The model adopts the decisions of the marketplace. */
  async operatorEndsComplaint(model, { market }, random) {
    const record = random.pick(await listWaitingTestimonies(market, 'complaint'));
    const testimony = model.testimonies.find(({ id }) => id === record?.id);
    const session = model.sessions.find(({ id }) => id === record?.sessionId);
    if (!testimony || !session) return undefined;
    const decision = random.pick([
      { outcome: 'pay-out' },
      { outcome: 'refund' },
      { outcome: 'refund', amount: Math.max(0.01, Math.round(session.offer.price * 25) / 100) },
    ]);
    const path = `/operator/testimonies/${testimony.id}/end-complaint`;
    const { status } = await market.service.post(path, { ...decision, reason: 'Dohoda.' }, asOperator);
    expect(decision?.outcome === 'pay-out' ? [200, 409] : [200, 409, 422]).toContain(status);
    session.isOutOfSync = session.hasHadFault = session.hasOrderedRefund = true;
    return testimony;
  },

  /** Makes the work overdue by eight days, so that the client may cancel. */
  async overdue(model, { clients }, random) {
    const testimony = pickInState(model, 'accepted', random);
    if (!testimony) return undefined;
    const path = `/sandbox/testimonies/${testimony.id}/overdue`;
    const { status } = await getAt(clients, testimony.client).post(path, { days: 8 });
    expect(status).toBe(testimony.state === 'accepted' && testimony.isPaid ? 200 : 409);
    return testimony;
  },

  /** Lets one to four days pass, so that payouts become due and jobs find unreported payments. */
  async daysPass(model, { market }, random) {
    if (model.pauses++ >= MAX_PAUSES) return undefined;
    const days = 1 + random.integerBelow(4);
    for (const session of model.sessions) session.isOutOfSync = true;
    await market.configureProvider('clock', { advanceSeconds: (days * DAY) / 1000 });
    market.service.deps.clock.advance(days * DAY);
    await runJobs(model, market);
    return random.pick(model.testimonies);
  },

  /** Tries to close an account while its holder has unfinished work or money under way. */
  async closeAccount(model, real, random) {
    const { market, clients, experts } = real;
    const isClient = random.integerBelow(2) === 0;
    const number = random.integerBelow(isClient ? clients.length : experts.length);
    const person = getAt<Person>(isClient ? clients : experts, number);
    const sessions = model.sessions.filter(
      ({ testimony, outcome }) => isClient && testimony.client === number && outcome === 'open',
    );
    if (
      sessions.length === 0 &&
      !(await isClosingPrevented(model, market, person, isClient ? 'client' : 'expert'))
    )
      return undefined;
    expect(await closeAccount(market, person)).toBe(409);
    // Before it refuses, the service looks up the account's open sessions, so the model adopts their outcomes.
    await adoptSessions(sessions, market);
    return random.pick(model.testimonies);
  },

  async reconcile(model, { market }, random) {
    await reconcileAll(market);
    await runJobs(model, market);
    return random.pick(model.testimonies);
  },
};

/** Returns whether money of a testimony prevents the party from closing the account. */
async function isClosingPrevented(
  model: Model,
  market: Market,
  { id }: Person,
  party: Party,
): Promise<boolean> {
  const records = await Promise.all(model.testimonies.map(testimony => findRecord(market, testimony)));
  return records.some(record => {
    const holder = party === 'client' ? record?.clientId : record?.acceptedOffer?.expert.id;
    return record && holder === id && !canClose(readMoneyState(record), party);
  });
}

/** Requests the deletion of the account. @returns the status */
export const closeAccount = ({ service }: Market, { token }: Person): Promise<number> =>
  readStatus(service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token }));

/** Compares the whole run with the provider's balance, like an operator who starts a reconciliation. */
export async function reconcileAll(market: Market): Promise<void> {
  const [from = '', to = ''] = [Date.now() - DAY, market.service.deps.clock.now().getTime()].map(time =>
    new Date(time).toISOString().slice(0, 10),
  );
  expect(await postAsOperator(market, '/operator/reconciliations', { from, to })).toMatchObject({
    status: 202,
  });
  await market.runJobs();
}

/** Sums the recorded fees of all testimonies, in cents. */
export async function sumFees({ testimonies }: Model, market: Market): Promise<number> {
  const entries = await Promise.all(testimonies.map(testimony => listEntries(market, testimony)));
  return sumAccount(entries.flat(), 'fees');
}
