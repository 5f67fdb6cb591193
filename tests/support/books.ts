/** The books: what the table, the testimonies and the payment provider say of every payment, compared. */
import { expect } from 'vitest';
import { type AnyItem, itemsIn } from './behind-the-scenes.ts';
import type { Market } from './market.ts';

/**
 * Has all jobs run, and sees that every paid session ended accepted or refunded, once, in full, with a
 * record of each movement.
 * @returns the ids of the sessions by how they ended
 */
export async function balanced(market: Market): Promise<Record<'accepted' | 'refunded' | 'open', string[]>> {
  await market.work();
  const [items, refunds] = await Promise.all([itemsIn(market.service.world), market.refunds()]);
  const ended: Record<string, string[]> = { accepted: [], refunded: [], open: [] };
  const checkouts = items.filter(({ pk }) => pk.startsWith('CHECKOUT#'));
  await Promise.all(checkouts.map(checkout => isBalanced(market, checkout, items, refunds)));
  for (const { id, state } of checkouts) ended[state]?.push(id);
  expect(items.filter(({ gsi1pk }) => gsi1pk?.startsWith('JOBS#'))).toEqual([]);
  return ended as Awaited<ReturnType<typeof balanced>>;
}

async function isBalanced(
  market: Market,
  checkout: AnyItem,
  items: readonly AnyItem[],
  refunds: Awaited<ReturnType<Market['refunds']>>,
): Promise<void> {
  const { id, state, amount, commission, testimonyId, offerId } = checkout;
  const session = await market.session(id);
  const given = refunds.filter(refund => refund.payment_intent === session.payment_intent?.id);
  const testimony = items.find(({ sk, id }) => sk === 'TESTIMONY' && id === testimonyId);
  const offer = items.find(({ pk, sk }) => pk !== sk && sk === `OFFER#${offerId}`);
  const movements = items.filter(({ sk, sessionId }) => sk.startsWith('MONEY#') && sessionId === id);
  const left = session.payment_intent && (await platformKeeps(market, session.payment_intent.id));
  const movement = (kind: string) => ({ kind, amount, commission, testimonyId });

  expect(amount).toBe(offer?.price);
  expect(session.amount_total).toBe(amount);
  if (state === 'accepted') {
    expect(testimony).toMatchObject({ sessionId: id, acceptedOffer: { id: offerId, price: amount } });
    expect(offer?.state).toBe('accepted');
  } else {
    expect(testimony?.sessionId).not.toBe(id);
  }
  expect(session.payment_status).toBe(state === 'open' ? 'unpaid' : 'paid');
  expect(left).toBe({ open: null, accepted: amount, refunded: 0 }[state as 'open']);
  expect(given.map(refund => refund.amount)).toEqual(state === 'refunded' ? [amount] : []);
  const expected = { open: [], accepted: ['payment'], refunded: ['payment', 'refund'] }[state as 'open'];
  expect(movements).toMatchObject((expected ?? ['no such state']).map(movement));
}

/** Cents of a payment that were not given back, by the provider's own ledger. */
async function platformKeeps(market: Market, payment_intent: string): Promise<number> {
  const lines = await market.ledger({ payment_intent });
  return lines
    .filter(({ kind }) => kind === 'charge' || kind.startsWith('refund'))
    .reduce((sum, { amount }) => sum + amount, 0);
}
