/** What people do, each step with the answer that the model expects; and steps that race each other. */
import { expect } from 'vitest';
import { type Market, type MarketClient, type MarketExpert, readSessionId } from '../support/market.ts';
import { documentBody, offerBody } from '../support/testimony-builders.ts';
import { isOpen, isPayable, type Model, settle, type TestimonyModel, tell } from './model.ts';

export interface Real {
  readonly market: Market;
  readonly clients: readonly MarketClient[];
  readonly experts: readonly MarketExpert[];
}

/** Numbers that chance has chosen; what they choose depends on what there is. */
export interface RandomSource {
  /** Undefined when there is nothing to choose from. */
  of<T>(list: readonly T[]): T | undefined;
  below(limit: number): number;
}

/** @returns the testimony that was touched; undefined when there was nothing to do */
export type Action = (model: Model, real: Real, dice: RandomSource) => Promise<TestimonyModel | undefined>;

const status = async (reply: Promise<{ status: number }>) => (await reply).status;

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`nobody has the number ${index}`);
  return found;
}

const offersIn = ({ testimonies }: Model) =>
  testimonies.flatMap(testimony => testimony.offers.map(offer => ({ testimony, offer })));

export const ACTIONS: Readonly<Record<string, Action>> = {
  async order({ testimonies }, { clients }, dice) {
    const client = dice.below(clients.length);
    const { id } = await at(clients, client).orders();
    const testimony = { id, client, state: 'pending', offers: [] };
    testimonies.push(testimony);
    return testimony;
  },

  async offer(model, { experts }, dice) {
    const testimony = dice.of(model.testimonies);
    if (!testimony) return undefined;
    const expert = dice.below(experts.length);
    const price = (100 + dice.below(100_000)) / 100;
    const again = testimony.offers.some(offer => offer.expert === expert && offer.state !== 'withdrawn');
    const path = `/testimonies/${testimony.id}/offers`;
    const { status, body } = await at(experts, expert).post(path, offerBody({ price }));
    const allowed = isOpen(testimony) && !again ? 201 : 409;
    expect(status).toBe(model.approved[expert] ? allowed : 403);
    if (status === 201) {
      testimony.state = 'offered';
      testimony.offers.push({ id: body.data.id, expert, price, state: 'open' });
    }
    return testimony;
  },

  /** From the order to the payment, so that there is money that something can befall. */
  async sale(model, { clients, experts }, dice) {
    const [client, expert] = [dice.below(clients.length), dice.below(experts.length)];
    if (!model.approved[expert] || !model.reviewed[expert]) return undefined;
    const price = (100 + dice.below(100_000)) / 100;
    const { id } = await at(clients, client).orders();
    const made = await at(experts, expert).offers(id, { price });
    const offer = { id: made.id, expert, price, state: 'open' as const };
    const testimony = { id, client, state: 'offered', offers: [offer] };
    model.testimonies.push(testimony);
    const paid = await at(clients, client).pays(offer.id);
    model.sessions.push({ id: paid, testimony, offer, ended: 'open' });
    return testimony;
  },

  async withdraw(model, { experts }, dice) {
    const chosen = dice.of(offersIn(model));
    if (!chosen) return undefined;
    const { testimony, offer } = chosen;
    const thief = (offer.expert + 1) % experts.length;
    expect(await status(at(experts, thief).withdraws(offer.id))).toBe(403);
    const allowed = isOpen(testimony) && offer.state === 'open';
    expect(await status(at(experts, offer.expert).withdraws(offer.id))).toBe(allowed ? 204 : 409);
    if (allowed) offer.state = 'withdrawn';
    return testimony;
  },

  async pay(model, real, dice) {
    const chosen = dice.of(offersIn(model));
    if (!chosen) return undefined;
    const { testimony, offer } = chosen;
    const client = at(real.clients, testimony.client);
    if (!isPayable(model, testimony, offer)) {
      expect(await status(client.checksOut(offer.id))).toBe(409);
      return testimony;
    }
    const page = readSessionId((await client.checksOut(offer.id)).body.data.url);
    const paid = model.sessions.find(session => session.offer === offer && session.ended === 'open');
    if (paid) expect(page).toBe(paid.id);
    else model.sessions.push({ id: await client.pays(offer.id), testimony, offer, ended: 'open' });
    return testimony;
  },

  async accept(model, { clients }, dice) {
    const open = model.sessions.filter(({ ended }) => ended === 'open');
    const session = dice.of(dice.below(3) > 0 && open.length > 0 ? open : model.sessions);
    if (!session) return undefined;
    const { client } = session.testimony;
    expect(await status(at(clients, (client + 1) % clients.length).accepts(session.id))).toBe(403);
    const expected = settle(model, session) ? 204 : 409;
    expect(await status(at(clients, client).accepts(session.id))).toBe(expected);
    return session.testimony;
  },

  async webhook(model, { market }, dice) {
    const session = dice.of(model.sessions);
    if (!session) return undefined;
    const told = await market.session(session.id);
    const id = `evt_${session.id}_${dice.below(2)}`;
    for (let doubled = dice.below(2); doubled >= 0; doubled--) {
      expect(await status(market.tell(told, 'checkout.session.completed', id))).toBe(204);
    }
    settle(model, session);
    return session.testimony;
  },

  async cancel({ testimonies }, { clients }, dice) {
    const testimony = dice.of(testimonies);
    if (!testimony) return undefined;
    const allowed = isOpen(testimony);
    expect(await status(at(clients, testimony.client).cancels(testimony.id))).toBe(allowed ? 200 : 409);
    if (allowed) testimony.state = 'cancelled';
    return testimony;
  },

  async complete({ testimonies }, { experts }, dice) {
    const accepted = testimonies.filter(({ state }) => state === 'accepted');
    const testimony = dice.of(dice.below(3) > 0 && accepted.length > 0 ? accepted : testimonies);
    if (!testimony) return undefined;
    const assigned = testimony.offers.find(({ state }) => state === 'accepted')?.expert;
    const path = `/testimonies/${testimony.id}/complete`;
    for (const [number, { post }] of experts.entries()) {
      const allowed = testimony.state === 'accepted' ? 200 : 409;
      expect(await status(post(path, documentBody()))).toBe(number === assigned ? allowed : 403);
    }
    if (testimony.state === 'accepted') testimony.state = 'completed';
    return testimony;
  },

  async approval(model, { market, experts }, dice) {
    const number = dice.below(experts.length);
    const expert = at(experts, number);
    const approved = !model.approved[number];
    await (approved ? market.approve(expert) : market.revoke(expert));
    model.approved[number] = approved;
    return dice.of(model.testimonies);
  },

  async review(model, { market, experts }, dice) {
    const number = dice.below(experts.length);
    const reviewed = !model.reviewed[number];
    await market.become(at(experts, number), { identityReview: reviewed ? 'accepted' : 'pending' });
    model.reviewed[number] = reviewed;
    return dice.of(model.testimonies);
  },

  async jobs(model, { market }, dice) {
    await market.work();
    tell(model);
    return dice.of(model.testimonies);
  },

  /** Whatever can happen to a paid session, all at once; the model then takes over what came of it. */
  async race(model, { market, clients, experts }, dice) {
    const session = dice.of(model.sessions.filter(({ ended }) => ended === 'open'));
    if (!session) return undefined;
    const { testimony, offer } = session;
    const [client, expert] = [at(clients, testimony.client), at(experts, offer.expert)];
    const wasOpen = isOpen(testimony);
    const told = await market.session(session.id);
    const rivals = [
      () => client.cancels(testimony.id),
      () => expert.withdraws(offer.id),
      () => market.work().then(() => tell(model)),
    ];
    await Promise.all([client.accepts(session.id), market.tell(told), dice.of(rivals)?.()]);

    const { state, offers } = await expert.see(testimony.id);
    testimony.state = state;
    const shown = offers.find(({ id }: { id: string }) => id === offer.id).state;
    offer.state = shown === 'lapsed' ? 'open' : shown;
    session.ended = wasOpen && state === 'accepted' ? 'accepted' : 'refunded';
    return testimony;
  },
};
