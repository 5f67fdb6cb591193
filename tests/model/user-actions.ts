/** Actions of clients, experts and jobs, with the responses that the model expects, and concurrent actions. */
import { expect } from 'vitest';
import { MAX_OFFERS_OF_EXPERT } from '../../lib/domain/input-limits.ts';
import { MINUTE } from '../../lib/durations.ts';
import { asOperator } from '../support/operators.ts';
import {
  assertSuccess,
  type Market,
  type MarketClient,
  type MarketExpert,
  type Person,
  readSessionId,
} from '../support/start-market.ts';
import { documentBody, offerBody } from '../support/testimony-builders.ts';
import {
  canStartCheckout,
  endSession,
  getEventId,
  isAccepted,
  isOpen,
  type Model,
  notifyClients,
  type OfferModel,
  type SessionModel,
  settleFoundPayments,
  settlePayment,
  type TestimonyModel,
} from './model.ts';

export interface RealMarket {
  readonly market: Market;
  readonly clients: readonly MarketClient[];
  readonly experts: readonly MarketExpert[];
}

export interface RandomSource {
  /** Picks an element, or returns undefined for an empty list. */
  pick<T>(list: readonly T[]): T | undefined;
  integerBelow(limit: number): number;
}

/**
 * Random action on the marketplace and its model.
 * @returns the affected testimony, or undefined if the action is not possible
 */
export type Action = (
  model: Model,
  real: RealMarket,
  random: RandomSource,
) => Promise<TestimonyModel | undefined>;

/** Time between the start of a checkout and the check of its session by a job. */
const CHECK_MS = 32 * MINUTE;

/** Starts a checkout and pays on its page. */
async function payCheckoutSession(
  model: Model,
  { market, clients }: RealMarket,
  { testimony, offer }: { readonly testimony: TestimonyModel; readonly offer: OfferModel },
): Promise<void> {
  const checkedAt = market.service.deps.clock.now().getTime() + CHECK_MS;
  const response = await getAt(clients, testimony.client).startCheckout(offer.id);
  const id = readSessionId(assertSuccess(response).url);
  await market.simulateOutcome(id, 'pay');
  model.sessions.push({ id, testimony, offer, outcome: 'open', checkedAt });
}

/** Runs all due jobs and applies their effects to the model. */
export async function runJobs(model: Model, market: Market): Promise<void> {
  await market.runJobs();
  const now = market.service.deps.clock.now();
  settleFoundPayments(model, now);
  notifyClients(model, now);
}

export const readStatus = async (reply: Promise<{ status: number }>) => (await reply).status;

export function getAt<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`nobody has the number ${index}`);
  return found;
}

/** Document with the signature of a PDF that the check finds unreadable. */
const BROKEN_PDF = '%PDF-1.7\na finished testimony';

const listOffers = ({ testimonies }: Model) =>
  testimonies.flatMap(testimony => testimony.offers.map(offer => ({ testimony, offer })));

/**
 * Adopts what the marketplace knows about payments: which are paid, and which testimonies a refund or a lost dispute of
 * the whole payment has cancelled.
 */
export async function adoptMoney(testimonies: readonly TestimonyModel[], market: Market): Promise<void> {
  const records = await market.service.deps.testimonies.findAll(testimonies.map(({ id }) => id));
  for (const testimony of testimonies) {
    const record = records.find(({ id }) => id === testimony.id);
    testimony.isPaid = record?.payment?.status === 'paid';
    const isEnded = testimony.state === 'accepted' && record?.state === 'cancelled';
    if (isEnded && record.payment?.status === 'refunded')
      Object.assign(testimony, { state: 'cancelled', isCancelledByOperator: true });
  }
}

const OUTCOMES = {
  accepted: 'accepted',
  late: 'refunded',
  closed: 'closed',
  open: 'open',
} as const;

/**
 * Copies the outcomes of sessions from the marketplace to the model, for payments that it has found without a report.
 */
export async function adoptSessions(sessions: readonly SessionModel[], { service }: Market): Promise<void> {
  for (const session of sessions.filter(({ outcome }) => outcome === 'open')) {
    const checkout = await service.deps.checkouts.find(session.id);
    endSession(session, OUTCOMES[checkout?.state ?? 'open']);
  }
}

/** Returns whether the testimony lists the action as allowed. Listed actions succeed, all others are rejected. */
export async function isActionAllowed(
  person: Person,
  { id }: TestimonyModel,
  action: string,
): Promise<boolean> {
  return (await person.getTestimony(id)).allowedActions.includes(action);
}

export const ACTIONS: Readonly<Record<string, Action>> = {
  async testimony({ testimonies }, { clients }, random) {
    const client = random.integerBelow(clients.length);
    const { id } = await getAt(clients, client).createTestimony();
    const testimony = { id, client, state: 'pending', offers: [] };
    testimonies.push(testimony);
    return testimony;
  },

  async offer(model, { experts }, random) {
    const testimony = random.pick(model.testimonies);
    if (!testimony) return undefined;
    const expert = random.integerBelow(experts.length);
    const price = (100 + random.integerBelow(100_000)) / 100;
    const own = testimony.offers.filter(offer => offer.expert === expert);
    const again = own.some(({ state }) => state !== 'withdrawn') || own.length === MAX_OFFERS_OF_EXPERT;
    const path = `/testimonies/${testimony.id}/offers`;
    const { status, body } = await getAt(experts, expert).post(path, offerBody({ price }));
    const allowed = isOpen(testimony) && !again ? 201 : 409;
    expect(status).toBe(model.approved[expert] ? allowed : 403);
    if (status === 201) {
      testimony.state = 'offered';
      testimony.offers.push({ id: body.data.id, expert, price, state: 'open' });
    }
    return testimony;
  },

  /** Creates a testimony with an offer and pays for it, so that payment faults can be simulated. */
  async sale(model, real, random) {
    const { clients, experts } = real;
    const [client, expert] = [random.integerBelow(clients.length), random.integerBelow(experts.length)];
    if (!model.approved[expert] || !model.reviewed[expert]) return undefined;
    const price = (100 + random.integerBelow(100_000)) / 100;
    const { id } = await getAt(clients, client).createTestimony();
    const made = await getAt(experts, expert).createOffer(id, { price });
    const offer = { id: made.id, expert, price, state: 'open' as const };
    const testimony = { id, client, state: 'offered', offers: [offer] };
    model.testimonies.push(testimony);
    await payCheckoutSession(model, real, { testimony, offer });
    return testimony;
  },

  async withdraw(model, { experts }, random) {
    const chosen = random.pick(listOffers(model));
    if (!chosen) return undefined;
    const { testimony, offer } = chosen;
    const thief = (offer.expert + 1) % experts.length;
    expect(await readStatus(getAt(experts, thief).withdrawOffer(offer.id))).toBe(403);
    const allowed = isOpen(testimony) && offer.state === 'open';
    expect(await readStatus(getAt(experts, offer.expert).withdrawOffer(offer.id))).toBe(allowed ? 204 : 409);
    if (allowed) offer.state = 'withdrawn';
    return testimony;
  },

  async pay(model, real, random) {
    const chosen = random.pick(listOffers(model));
    if (!chosen) return undefined;
    const { testimony, offer } = chosen;
    const client = getAt(real.clients, testimony.client);
    if (!canStartCheckout(model, testimony, offer)) {
      expect(await readStatus(client.startCheckout(offer.id))).toBe(409);
      return testimony;
    }
    // The service looks up the previous session before it opens another page, and settles its payment.
    const previous = model.sessions.find(session => session.offer === offer && session.outcome === 'open');
    if (previous) settlePayment(model, previous);
    if (previous) expect(await readStatus(client.startCheckout(offer.id))).toBe(409);
    else await payCheckoutSession(model, real, chosen);
    return testimony;
  },

  async accept(model, { clients }, random) {
    const open = model.sessions.filter(({ outcome }) => outcome === 'open');
    const session = random.pick(random.integerBelow(3) > 0 && open.length > 0 ? open : model.sessions);
    if (!session) return undefined;
    const { client } = session.testimony;
    expect(await readStatus(getAt(clients, (client + 1) % clients.length).acceptOffer(session.id))).toBe(403);
    const expected = settlePayment(model, session) ? 204 : 409;
    expect(await readStatus(getAt(clients, client).acceptOffer(session.id))).toBe(expected);
    return session.testimony;
  },

  async webhook(model, { market }, random) {
    const session = random.pick(model.sessions);
    if (!session) return undefined;
    const providerSession = await market.getSession(session.id);
    const id = getEventId(session, random.integerBelow(2));
    for (let doubled = random.integerBelow(2); doubled >= 0; doubled--) {
      expect(
        await readStatus(market.sendProviderEvent(providerSession, 'checkout.session.completed', id)),
      ).toBe(204);
    }
    settlePayment(model, session);
    return session.testimony;
  },

  async cancel({ testimonies }, { clients }, random) {
    const testimony = random.pick(testimonies);
    if (!testimony) return undefined;
    const client = getAt(clients, testimony.client);
    const allowed =
      isOpen(testimony) || (isAccepted(testimony) && (await isActionAllowed(client, testimony, 'cancel')));
    expect(await readStatus(client.cancelTestimony(testimony.id))).toBe(allowed ? 200 : 409);
    if (allowed) testimony.isCancelledByOperator = isAccepted(testimony);
    if (allowed) testimony.state = 'cancelled';
    return testimony;
  },

  async complete({ testimonies }, { clients, experts, market }, random) {
    const accepted = testimonies.filter(({ state }) => state === 'accepted');
    const testimony = random.pick(random.integerBelow(3) > 0 && accepted.length > 0 ? accepted : testimonies);
    if (!testimony) return undefined;
    const assigned = testimony.offers.find(({ state }) => state === 'accepted')?.expert;
    const path = `/testimonies/${testimony.id}/complete`;
    await adoptMoney([testimony], market);
    const isCorrection = testimony.state === 'completed' && assigned !== undefined;
    const isPossible = isCorrection
      ? await isActionAllowed(getAt(experts, assigned), testimony, 'complete')
      : testimony.state === 'accepted' && testimony.isPaid;
    const isDelayed = testimony.state === 'accepted' && testimony.isPaid && random.integerBelow(2) === 1;
    if (isDelayed) {
      const client = getAt(clients, testimony.client);
      assertSuccess(await client.post(`/sandbox/testimonies/${testimony.id}/payout-delay`, { days: 3 }));
    }
    const document = () => (random.integerBelow(4) === 0 ? documentBody(BROKEN_PDF) : documentBody());
    for (const [number, { post }] of experts.entries()) {
      const allowed = isPossible ? 200 : 409;
      expect(await readStatus(post(path, document()))).toBe(number === assigned ? allowed : 403);
    }
    if (testimony.state === 'accepted' && testimony.isPaid) testimony.state = 'completed';
    return testimony;
  },

  async approval(model, { market, experts }, random) {
    const number = random.integerBelow(experts.length);
    const expert = getAt(experts, number);
    const approved = !model.approved[number];
    await (approved ? market.grantApproval(expert) : market.revokeApproval(expert));
    model.approved[number] = approved;
    return random.pick(model.testimonies);
  },

  async review(model, { market, experts }, random) {
    const number = random.integerBelow(experts.length);
    const reviewed = !model.reviewed[number];
    const expert = getAt(experts, number);
    if (reviewed) await acceptIdentity(market, expert.id);
    else await market.updateAccount(expert, { identityReview: 'pending' });
    model.reviewed[number] = reviewed;
    return random.pick(model.testimonies);
  },

  async jobs(model, { market }, random) {
    await runJobs(model, market);
    return random.pick(model.testimonies);
  },

  /** Runs competing actions on a paid session concurrently. The model adopts the result of the marketplace. */
  async race(model, { market, clients, experts }, random) {
    const session = random.pick(model.sessions.filter(({ outcome }) => outcome === 'open'));
    if (!session) return undefined;
    const { testimony, offer } = session;
    const [client, expert] = [getAt(clients, testimony.client), getAt(experts, offer.expert)];
    const wasOpen = isOpen(testimony);
    const providerSession = await market.getSession(session.id);
    const rivals = [
      () => client.cancelTestimony(testimony.id),
      () => expert.withdrawOffer(offer.id),
      () => runJobs(model, market),
    ];
    await Promise.all([
      client.acceptOffer(session.id),
      market.sendProviderEvent(providerSession),
      random.pick(rivals)?.(),
    ]);

    const { state, offers } = await expert.getTestimony(testimony.id);
    testimony.state = state;
    const shown = offers.find(({ id }: { id: string }) => id === offer.id).state;
    offer.state = shown === 'lapsed' ? 'open' : shown;
    session.outcome = wasOpen && state === 'accepted' ? 'accepted' : 'refunded';
    await runJobs(model, market);
    return testimony;
  },
};

/** Accepts a pending identity review as an operator, so that payouts which wait for it are sent. */
export async function acceptIdentity({ service }: RealMarket['market'], expertId: string): Promise<void> {
  const { identityReview, revision } = (await service.get(`/operator/experts/${expertId}`, asOperator)).body
    .data;
  if (identityReview !== 'pending') return;
  const review = { decision: 'accepted', revision };
  const path = `/operator/experts/${expertId}/identity-review`;
  expect(await service.put(path, review, asOperator)).toMatchObject({ status: 200 });
}
