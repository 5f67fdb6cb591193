/** Comparison of the payments in the table with the testimonies and with the payment provider's ledger. */
import { expect } from 'vitest';
import type { LedgerEntry } from '../../lib/domain/model/payments/ledger-entry.ts';
import { sumAtProvider } from '../../lib/domain/money/ledger.ts';
import { type AnyItem, listItems } from './inspect-store.ts';
import type { Market } from './start-market.ts';

const OUTCOMES = ['accepted', 'refunded', 'refunding', 'open', 'closed'] as const;

const outcomeOf = ({ state, payment }: AnyItem) => (state === 'late' ? payment.status : state);

/**
 * Runs all due jobs, then asserts that the recorded entries of every checkout session match the provider's
 * ledger. A payment either belongs to the testimony whose offer it accepted, or is refunded once and in full.
 * @returns the checkout session ids, grouped by the state of the checkout, or of the payment if it came too late
 */
export async function assertLedgersMatch(
  market: Market,
): Promise<Record<(typeof OUTCOMES)[number], string[]>> {
  await market.runJobs();
  const items = await listItems(market.service.deps);
  const checkouts = items.filter(({ pk }) => pk.startsWith('CHECKOUT#'));
  await Promise.all(checkouts.map(checkout => assertPaymentMatches(market, checkout, items)));
  expect(items.filter(({ gsi1pk, notBefore }) => gsi1pk?.startsWith('JOBS#') && !notBefore)).toEqual([]);
  const ended = OUTCOMES.map(state => [
    state,
    checkouts.filter(each => outcomeOf(each) === state).map(({ id }) => id),
  ]);
  return Object.fromEntries(ended);
}

async function assertPaymentMatches(
  market: Market,
  checkout: AnyItem,
  items: readonly AnyItem[],
): Promise<void> {
  const { id, state, amount, testimonyId, offerId } = checkout;
  const session = await market.getSession(id);
  const testimony = items.find(({ sk, id }) => sk === 'TESTIMONY' && id === testimonyId);
  const offer = items.find(({ pk, sk }) => pk !== sk && sk === `OFFER#${offerId}`);
  // The provider's ledger does not include fees in its amounts.
  const entries = items.filter(
    ({ sk, sessionId, kind }) =>
      sk.startsWith('MONEY#') && sessionId === id && kind !== 'fee' && kind !== 'fee-returned',
  );
  const causes = Map.groupBy(entries, ({ kind, sourceId }) => `${kind} ${sourceId}`).values();
  const amounts = [...causes].map(group => ({ amount: sumAtProvider(group as unknown as LedgerEntry[]) }));
  const ledger = session.payment_intent
    ? await market.getLedger({ payment_intent: session.payment_intent.id })
    : [];
  const isSettled = state !== 'open' && state !== 'closed';

  expect(amount).toBe(offer?.price);
  expect(session.amount_total).toBe(amount);
  expect(session.payment_status).toBe(isSettled ? 'paid' : 'unpaid');
  expect(listAmounts(amounts)).toEqual(isSettled ? listAmounts(ledger) : []);
  if (outcomeOf(checkout) === 'refunded') expect(ledger.reduce((sum, line) => sum + line.amount, 0)).toBe(0);
  if (state === 'accepted') {
    expect(testimony).toMatchObject({ sessionId: id, acceptedOffer: { id: offerId, price: amount } });
    expect(offer?.state).toBe('accepted');
  } else {
    expect(testimony?.sessionId).not.toBe(id);
  }
}

/**
 * Returns the amounts in ascending order, without lines that move no money at the provider, such as a lost dispute.
 */
const listAmounts = (lines: readonly { amount?: number }[]) =>
  lines.flatMap(({ amount }) => amount || []).sort((a, b) => a - b);
