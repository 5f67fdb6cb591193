/** Assertions that must hold after every step and at the end of a run. */
import { expect } from 'vitest';
import { isLegalState } from '../../infra/docs/money-state-table.ts';
import { computeChargeFee } from '../../infra/local/stripe/ledger.ts';
import type { Balances } from '../../lib/domain/model/payments/escrow.ts';
import type { EntryKind } from '../../lib/domain/model/payments/ledger-entry.ts';
import { MONEY_LISTS } from '../../lib/domain/model/payments/money-list.ts';
import { computeCommission } from '../../lib/domain/model/payments/payment.ts';
import { computeImbalance, sumAccount, sumAtProvider, sumBalances } from '../../lib/domain/money/ledger.ts';
import { readMoneyState } from '../../lib/domain/money/money-rules.ts';
import { assertLedgersMatch } from '../support/assert-ledgers.ts';
import { operatorRoutes } from '../support/operator-routes.ts';
import type { Market } from '../support/start-market.ts';
import { listMailsTo } from '../support/start-service.ts';
import type { LedgerEntry as ProviderLine } from '../support/stripe-provider.ts';
import { closeAccount, reconcileAll, sumFees } from './delivery-actions.ts';
import {
  getShownState,
  isAccepted,
  isLegalTransition,
  isOpen,
  isVisibleToClient,
  type Model,
  type TestimonyModel,
} from './model.ts';
import type { RealMarket } from './user-actions.ts';

/** States of the testimonies after the previous step, by id. */
export type PreviousStates = Map<string, string>;

export async function assertInvariantsAfterStep(
  model: Model,
  real: RealMarket,
  before: PreviousStates,
  touched: TestimonyModel,
): Promise<void> {
  await assertAcceptedOnce(touched, real);
  await assertEntriesMatchProvider(model, touched, real);
  for (const { id, state } of model.testimonies) {
    const transition = [before.get(id) ?? 'pending', state] as const;
    expect([...transition, isLegalTransition(...transition)]).toEqual([...transition, true]);
    before.set(id, state);
  }
  await assertInTable(touched, real);
  await assertVisibility(model, real, touched);
}

/** Asserts that the states of the testimony can occur together, and that its balances match its ledger. */
async function assertInTable({ id }: TestimonyModel, { market }: RealMarket): Promise<void> {
  const record = await market.service.deps.testimonies.find(id);
  if (!record) throw new Error(`there is no testimony ${id}`);
  const { payment, sessionId } = record;
  const facts = readMoneyState(record);
  expect([facts, isLegalState(facts)]).toEqual([facts, true]);
  const checkout = sessionId ? await market.service.deps.checkouts.find(sessionId) : undefined;
  if (payment?.status === 'refunding') expect(checkout?.refund).toBeTruthy();
  if (!payment) return;
  const entries = await market.service.deps.checkouts.listEntries(id);
  const own = entries.filter(({ sessionId }) => sessionId === record.sessionId);
  // Fees are recorded after the balances of the payment are stored, so the comparison leaves the fees out.
  const withoutFees = (balances: Balances) => ({
    ...balances,
    provider: balances.provider + balances.fees,
    fees: 0,
  });
  expect(withoutFees(payment.balances)).toEqual(withoutFees(sumBalances(own)));
  expect(Object.values(payment.balances).reduce((sum, balance) => sum + balance, 0)).toBe(0);
}

/** Asserts that at most one offer is accepted at its offered price, and that all states match the model. */
async function assertAcceptedOnce(testimony: TestimonyModel, { market }: RealMarket): Promise<void> {
  const { testimonies } = market.service.deps;
  const [record, offers] = await Promise.all([
    testimonies.find(testimony.id),
    testimonies.listOffers(testimony.id),
  ]);
  const accepted = offers.filter(({ state }) => state === 'accepted');
  const sold = isAccepted(testimony);
  expect(record?.state).toBe(testimony.state);
  expect(Object.fromEntries(offers.map(({ id, state }) => [id, state]))).toEqual(
    Object.fromEntries(testimony.offers.map(({ id, state }) => [id, state])),
  );
  expect(accepted.map(({ id }) => id)).toEqual(sold ? [record?.acceptedOffer?.id] : []);
  for (const { id, price } of accepted) {
    expect(record?.acceptedOffer?.price).toBe(price);
    expect(price).toBe(Math.round((testimony.offers.find(offer => offer.id === id)?.price ?? 0) * 100));
  }
}

/** Kind of the provider's ledger line for each kind of entry that has such a line. */
const LEDGER_KINDS: Readonly<Partial<Record<EntryKind, string>>> = {
  payment: 'charge',
  refund: 'refund',
  'refund-failed': 'refund_failure',
  dispute: 'dispute',
  'dispute-won': 'dispute_reversal',
  payout: 'transfer',
  'payout-reversed': 'transfer_reversal',
};

/**
 * Asserts that every entry for money at the provider is also in the provider's ledger, and that the sums match unless
 * the payment is out of sync. A payout requires a completed testimony and leaves at least the commission with the
 * platform.
 */
async function assertEntriesMatchProvider(
  model: Model,
  touched: TestimonyModel,
  { market }: RealMarket,
): Promise<void> {
  const entries = await market.service.deps.checkouts.listEntries(touched.id);
  for (const session of model.sessions.filter(({ testimony }) => testimony === touched)) {
    const { id, outcome, isOutOfSync, offer } = session;
    const own = entries.filter(entry => entry.sessionId === id && !entry.kind.startsWith('fee'));
    const causes = Map.groupBy(own, ({ kind, sourceId }) => `${kind} ${sourceId}`).values();
    const { payment_intent } = await market.getSession(id);
    const ledger = await market.getLedger({ payment_intent: payment_intent.id });
    const lines = ledger.map(({ kind, amount, source }) =>
      kind === 'charge' ? `charge ${payment_intent.id} ${amount}` : `${kind} ${source} ${amount}`,
    );
    const recorded = [...causes].flatMap(group => {
      const [{ kind, sourceId } = {}] = group;
      return kind && LEDGER_KINDS[kind] ? [`${LEDGER_KINDS[kind]} ${sourceId} ${sumAtProvider(group)}`] : [];
    });
    expect(lines).toEqual(expect.arrayContaining(recorded));
    if (outcome === 'open' || outcome === 'closed') expect(own).toEqual([]);
    else if (!isOutOfSync) expect(sumAtProvider(own)).toBe(sumLines(ledger));
    const price = Math.round(offer.price * 100);
    const commission = computeCommission(price, 10, 100);
    assertNobodyGetsTooMuch(ledger, { client: price, expert: price - commission });
    for (const [at, { kind }] of ledger.entries()) {
      if (kind !== 'transfer') continue;
      expect([touched.state, outcome]).toEqual(['completed', 'accepted']);
      if (!session.hasOrderedRefund)
        expect(sumLines(ledger.slice(0, at + 1))).toBeGreaterThanOrEqual(commission);
    }
  }
}

const sumLines = (lines: readonly { readonly amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** Asserts that refunds return no more than the price, and that the expert gets no more than the rest of the price. */
function assertNobodyGetsTooMuch(
  ledger: readonly ProviderLine[],
  highest: { readonly client: number; readonly expert: number },
): void {
  const sumOut = (...kinds: string[]) => -sumLines(ledger.filter(({ kind }) => kinds.includes(kind)));
  expect(sumOut('refund', 'refund_failure')).toBeLessThanOrEqual(highest.client);
  expect(sumOut('transfer', 'transfer_reversal')).toBeLessThanOrEqual(highest.expert);
}

/** Lines at the provider that belong to no testimony: the platform's own money and its payouts. */
const PLATFORM_KINDS: ReadonlySet<string> = new Set(['topup', 'payout', 'payout_reversal']);

/**
 * Asserts that the entries of all testimonies match the provider's ledger without the platform's own money, and that
 * the recorded fees match the provider's fees.
 */
async function assertHeldSumsMatchProvider(model: Model, { market }: RealMarket): Promise<void> {
  const { testimonies } = model;
  const { checkouts } = market.service.deps;
  const entries = (await Promise.all(testimonies.map(({ id }) => checkouts.listEntries(id)))).flat();
  const ledger = await market.getLedger();
  const ofTestimonies = ledger.filter(({ kind }) => !PLATFORM_KINDS.has(kind));
  const fees = ledger.reduce((sum, { fee }) => sum + fee, 0);

  expect(sumAtProvider(entries) - sumAccount(entries, 'fees')).toBe(sumLines(ofTestimonies));
  expect(await sumFees(model, market)).toBe(0 - fees);
  for (const { kind, amount, fee } of ledger) {
    if (kind === 'charge') expect(fee).toBe(computeChargeFee(amount));
  }
}

let checkCount = 0;

async function assertVisibility(model: Model, real: RealMarket, testimony: TestimonyModel): Promise<void> {
  const path = `/testimonies/${testimony.id}`;
  const owner = real.clients[testimony.client];
  const visible = testimony.offers.filter(offer => isVisibleToClient(model, testimony, offer));
  for (const client of real.clients) {
    const { status, body } = await client.get(path);
    expect(status).toBe(client === owner ? 200 : 403);
    if (client !== owner) continue;
    const shown = visible.map(offer => ({
      id: offer.id,
      price: offer.price,
      state: getShownState(testimony, offer),
    }));
    expect(body.data.offers).toMatchObject(shown);
    expect(body.data.offers).toHaveLength(shown.length);
  }
  // Each check reads the testimony as one of the experts. The experts take turns, so that a run covers every expert.
  const turn = checkCount++ % real.experts.length;
  for (const [number, expert] of [...real.experts.entries()].slice(turn, turn + 1)) {
    const own = testimony.offers.filter(offer => offer.expert === number);
    const { status, body } = await expert.get(path);
    expect(status).toBe(own.length > 0 || isOpen(testimony) ? 200 : 403);
    const text = JSON.stringify(body);
    for (const other of testimony.offers) if (!own.includes(other)) expect(text).not.toContain(other.id);
    if (!own.some(({ state }) => state === 'accepted')) expect(text).not.toContain(owner?.email);
  }
}

/** Asserts that all paid sessions are settled, all ledgers match and all users received their mails. */
export async function assertInvariantsAtEnd(model: Model, real: RealMarket): Promise<void> {
  await reconcileAll(real.market);
  const sessionsByState = await assertLedgersMatch(real.market);
  await assertHeldSumsMatchProvider(model, real);
  await assertListsAreEmpty(real.market);
  await Promise.all(model.testimonies.map(testimony => assertAcceptedOnce(testimony, real)));
  await Promise.all(model.testimonies.map(testimony => assertPaymentSettled(testimony, real)));
  for (const ended of ['accepted', 'refunded', 'closed', 'open'] as const) {
    const expected = model.sessions.filter(session => session.outcome === ended).map(({ id }) => id);
    expect(sessionsByState[ended].sort()).toEqual(expected.sort());
  }
  for (const [number, { email }] of real.clients.entries()) {
    const own = model.testimonies.filter(({ client }) => client === number);
    const refunded = model.sessions.filter(s => s.outcome === 'refunded' && s.testimony.client === number);
    const census = await countMailsBySubject(email);
    expect(census).toMatchObject({
      'Máte novú ponuku na znalecký posudok': own
        .flatMap(({ offers }) => offers)
        .filter(({ isClientNotified }) => isClientNotified).length,
      'Váš znalecký posudok je hotový': own.filter(({ state }) => state === 'completed').length,
      'Prijali sme vašu platbu': own.filter(isAccepted).length,
    });
    const untroubled = refunded.filter(({ hasHadFault }) => !hasHadFault);
    expect(census['Vrátili sme vám platbu']).toBeGreaterThanOrEqual(untroubled.length);
  }
  for (const [number, { email }] of real.experts.entries()) {
    const hasOfferInState = (testimony: TestimonyModel, state: string) =>
      testimony.offers.some(offer => offer.expert === number && offer.state === state);
    const lapsed = model.testimonies.filter(each => hasOfferInState(each, 'open'));
    expect(await countMailsBySubject(email)).toMatchObject({
      'Vaša ponuka bola prijatá': model.testimonies.filter(each => hasOfferInState(each, 'accepted')).length,
      'Posudok bol zrušený': lapsed.filter(each => each.state === 'cancelled' && !isAccepted(each)).length,
      'Vaša ponuka nebola vybraná': lapsed.filter(isAccepted).length,
    });
  }
  for (const person of [...real.clients, ...real.experts])
    expect(await closeAccount(real.market, person)).toBe(204);
}

/** Lists of operators that are empty after everything has ended. */
const EMPTY_LISTS = ['jobs?state=dead', ...MONEY_LISTS.map(list => `money?list=${list}`)];

async function assertListsAreEmpty(market: Market): Promise<void> {
  for (const list of EMPTY_LISTS) expect([list, await operatorRoutes(market).list(list)]).toEqual([list, []]);
}

/** Asserts that every payment has ended, that its sums agree, and that no decision is open. */
async function assertPaymentSettled(testimony: TestimonyModel, real: RealMarket): Promise<void> {
  await assertInTable(testimony, real);
  const record = await real.market.service.deps.testimonies.find(testimony.id);
  if (!record?.payment || !record.payout) return;
  const { payment, payout } = record;
  expect(computeImbalance(record)).toBe(0);
  const { balances } = payment;
  for (const account of ['expert', 'unallocated', 'refund-in-transit', 'dispute'] as const)
    expect([account, balances[account]]).toEqual([account, 0]);
  const { commission, fees, outside, 'platform-loss': loss } = balances;
  expect(0 - balances.provider).toBe(commission + loss + fees + outside);
  expect(['paid', 'refunded']).toContain(payment.status);
  if (testimony.state === 'cancelled') expect([payment.status, payout.status]).toEqual(['refunded', 'void']);
  if (testimony.state === 'completed') expect(['sent', 'void']).toContain(payout.status);
}

const NO_MAILS = {
  client: {
    'Máte novú ponuku na znalecký posudok': 0,
    'Váš znalecký posudok je hotový': 0,
    'Prijali sme vašu platbu': 0,
    'Vrátili sme vám platbu': 0,
  },
  expert: { 'Vaša ponuka bola prijatá': 0, 'Posudok bol zrušený': 0, 'Vaša ponuka nebola vybraná': 0 },
};

async function countMailsBySubject(address: string): Promise<Record<string, number>> {
  const census: Record<string, number> = {
    ...(address.endsWith('klienti.sk') ? NO_MAILS.client : NO_MAILS.expert),
  };
  for (const { subject } of await listMailsTo(address)) census[subject] = (census[subject] ?? 0) + 1;
  return census;
}
