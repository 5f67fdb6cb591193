/**
 * Faults of the payment provider: it rejects requests or loses responses, its events overtake each other, and its
 * balances are empty.
 */
import { expect } from 'vitest';
import { getEventId, type Model, notifyClients, settlePayment } from './model.ts';
import { listProviderEvents } from './payment-faults.ts';
import { type Action, adoptSessions, type RandomSource, type RealMarket } from './user-actions.ts';

/** Operations of the provider that jobs and events use. */
const OPERATIONS = [
  'POST /v1/refunds',
  'POST /v1/refunds',
  'POST /v1/transfers',
  'POST /v1/transfers',
  'GET /v1/refunds',
  'GET /v1/disputes',
  'GET /v1/transfers',
  'GET /v1/payment_intents/{id}',
  'POST /v1/checkout/sessions/{id}/expire',
];
const API_FAULTS = ['rate-limit', 'lock-timeout', 'error', 'error-after'];
const REJECTIONS = ['rate-limit', 'lock-timeout'];

/** Runs `work` while the provider's next requests for an operation fail. */
async function runWithFault(
  { market }: RealMarket,
  fault: { readonly fault: string; readonly operation: string; readonly count: number },
  work: () => Promise<unknown>,
): Promise<void> {
  await market.configureProvider('faults', fault);
  await work();
  await market.configureProvider('faults', {});
}

function markOutOfSync({ sessions }: Model): void {
  for (const session of sessions) session.isOutOfSync = true;
}

const pick = (list: readonly string[], random: RandomSource): string => random.pick(list) ?? '';

export const PROVIDER_FAULTS: Readonly<Record<string, Action>> = {
  /** Runs the jobs while the provider is overloaded, fails, or carries out a request and loses the response. */
  async providerFails(model, real, random) {
    markOutOfSync(model);
    const [operation, fault] = [pick(OPERATIONS, random), pick(API_FAULTS, random)];
    const count = 1 + random.integerBelow(3);
    await runWithFault(real, { operation, fault, count }, real.market.runJobs);
    // The provider may have refused to close pages, so the model adopts the outcomes instead of predicting them.
    await adoptSessions(model.sessions, real.market);
    notifyClients(model, real.market.service.deps.clock.now());
    return random.pick(model.testimonies);
  },

  /** Sends an event about a payment while the provider rejects the look-up of the payment. */
  async lookupFails(model, real, random) {
    const session = random.pick(
      model.sessions.filter(({ outcome, hasHadFault }) => outcome !== 'open' && hasHadFault),
    );
    const event = session && random.pick(await listProviderEvents(real, session));
    if (!session || !event) return undefined;
    const [type, object] = event;
    const fault = { operation: 'GET /v1/refunds', fault: pick(REJECTIONS, random), count: 1 };
    await runWithFault(real, fault, async () => {
      expect(await real.market.sendProviderEvent(object, type)).toMatchObject({ status: 503 });
    });
    expect(await real.market.sendProviderEvent(object, type)).toMatchObject({ status: 204 });
    session.isOutOfSync = false;
    return session.testimony;
  },

  /** Sends all events of a payment at once, so that they can overtake each other. */
  async eventsOvertake(model, real, random) {
    const { market } = real;
    const session = random.pick(model.sessions);
    if (!session) return undefined;
    const paid = await market.getSession(session.id);
    const events = await listProviderEvents(real, session);
    const report = () => market.sendProviderEvent(paid, 'checkout.session.completed', getEventId(session));
    const others = events.map(
      ([type, object]) =>
        () =>
          market.sendProviderEvent(object, type),
    );
    const first = random.integerBelow(others.length + 1);
    const replies = await Promise.all(
      [...others.slice(first), report, ...others.slice(0, first)].map(send => send()),
    );
    for (const { status } of replies) expect([204, 503]).toContain(status);
    expect(await report()).toMatchObject({ status: 204 });
    session.isOutOfSync = true;
    settlePayment(model, session);
    return session.testimony;
  },

  /** Pays out the balance of the platform, so that refunds wait for money. */
  async platformIsPaidOut(model, { market }, random) {
    await market.configureProvider('payouts', {}).catch(() => undefined);
    return random.pick(model.testimonies);
  },

  /** Adds money to the balance of the platform, so that waiting refunds succeed. */
  async platformAddsFunds(model, { market }, random) {
    markOutOfSync(model);
    await market.configureProvider('topups', { amount: 100 + random.integerBelow(1_000_000) });
    return random.pick(model.testimonies);
  },

  /** Pays out the balance of an expert, so that payouts can no longer be reversed. */
  async expertIsPaidOut(model, { market }, random) {
    const account = random.pick(await market.listPaidAccounts());
    if (!account) return undefined;
    const status = random.pick(['paid', 'failed']);
    await market.configureProvider('payouts', { account, status }).catch(() => undefined);
    return random.pick(model.testimonies);
  },
};
