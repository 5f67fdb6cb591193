/** Tests of events about checkout sessions, whose content the service never trusts (infra/docs/api/payments.md). */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProviderSession } from '../../../lib/domain/model/payments/checkout-session.ts';
import { PASSWORD } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { listItems } from '../../support/inspect-store.ts';
import { sendEvent } from '../../support/payment-accounts.ts';
import { type Market, readSessionId, startMarket } from '../../support/start-market.ts';

const COMPLETED = 'checkout.session.completed';

let alertsBefore: number;
const listAlerts = () =>
  readLogEvents('operator.alert')
    .slice(alertsBefore)
    .map(({ detail }) => detail);

beforeEach(() => {
  alertsBefore = readLogEvents('operator.alert').length;
});

/** Starts a marketplace whose provider reports every checkout session with the given change. */
async function startMarketWithForgedSessions(change: Partial<ProviderSession>): Promise<Market> {
  return startMarket({}, ({ payments }) => ({
    payments: {
      ...payments,
      async findSession(id) {
        const session = await payments.findSession(id);
        return session && { ...session, ...change };
      },
    },
  }));
}

const listMoney = async (market: Market) =>
  (await listItems(market.service.deps)).filter(({ sk }) => sk.startsWith('MONEY#'));

describe('provider events about checkout sessions', () => {
  it('an event about a payment that the provider does not know changes nothing and alerts operators', async () => {
    const market = await startMarket();
    const { client, testimony, offer } = await market.createOfferedTestimony({ price: 5000 });
    const sessionId = readSessionId((await client.startCheckout(offer.id)).body.data.url);
    const invented = {
      id: sessionId,
      object: 'checkout.session',
      status: 'complete',
      payment_status: 'paid',
      amount_total: 1,
      currency: 'usd',
      payment_intent: `pi_${randomUUID()}`,
    };

    expect(await market.sendProviderEvent(invented, COMPLETED)).toMatchObject({ status: 204 });
    await market.runJobs();

    expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'offered', payment: null });
    expect(await listMoney(market)).toEqual([]);
    expect(await market.service.deps.checkouts.find(sessionId)).toMatchObject({ state: 'open' });
    expect(listAlerts()).toEqual(['session mismatch']);
    expect(readLogEvents('webhook.mismatch').at(-1)).toMatchObject({ detail: COMPLETED });
  });

  it.each<[string, Partial<ProviderSession>]>([
    ['amount', { amount: 1 }],
    ['currency', { currency: 'usd' }],
    ['client', { clientReferenceId: randomUUID() }],
    ['offer', { offerId: randomUUID() }],
    ['missing client', { clientReferenceId: null }],
    ['payment', { paymentId: null }],
  ])(
    'a completed session whose %s differs from its checkout changes nothing and alerts operators',
    async (_, change) => {
      const market = await startMarketWithForgedSessions(change);
      const { client, testimony, offer } = await market.createOfferedTestimony();
      const sessionId = await client.payOffer(offer.id);

      expect(await market.sendProviderEvent(await market.getSession(sessionId))).toMatchObject({
        status: 204,
      });
      await market.runJobs();

      expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'offered', payment: null });
      expect(await listMoney(market)).toEqual([]);
      expect(await market.service.deps.checkouts.find(sessionId)).toMatchObject({ state: 'open' });
      expect(listAlerts()).toEqual(['session mismatch']);
    },
  );

  type Sale = Awaited<ReturnType<Market['createOfferedTestimony']>> & { readonly sessionId: string };
  it.each<[string, number, (sale: Sale, market: Market) => Promise<{ readonly status: number }>]>([
    [
      'the event',
      204,
      async ({ sessionId }, market) => market.sendProviderEvent(await market.getSession(sessionId)),
    ],
    ['the browser', 422, ({ client, sessionId }) => client.acceptOffer(sessionId)],
    [
      'the check after the session ends',
      204,
      async (_, market) => {
        market.service.deps.clock.advance(3600_000);
        await market.runJobs();
        return { status: 204 };
      },
    ],
    ['the start of a further checkout', 200, ({ client, offer }) => client.startCheckout(offer.id)],
    [
      'a request to close the account',
      204,
      ({ client }, { service }) =>
        service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token: client.token }),
    ],
  ])(
    'an unpaid completed session that is found by %s alerts operators once and closes only the checkout',
    async (_, status, find) => {
      const market = await startMarketWithForgedSessions({ status: 'unpaid', paymentId: null });
      const sale = await market.createOfferedTestimony();
      const sessionId = await sale.client.payOffer(sale.offer.id);

      expect((await find({ ...sale, sessionId }, market)).status).toBe(status);
      await market.runJobs();

      expect(listAlerts()).toEqual(['session mismatch']);
      expect(await listMoney(market)).toEqual([]);
      expect(await market.service.deps.checkouts.find(sessionId)).toMatchObject({ state: 'closed' });
      expect(
        (await market.service.deps.testimonies.find(sale.testimony.id))?.acceptedOffer ?? null,
      ).toBeNull();
    },
  );

  it('a later payment for an unpaid session is accepted', async () => {
    const change: Partial<ProviderSession> = { status: 'unpaid', paymentId: null };
    const market = await startMarketWithForgedSessions(change);
    const { client, testimony, offer } = await market.createOfferedTestimony();
    const sessionId = await client.payOffer(offer.id);
    await market.sendProviderEvent(await market.getSession(sessionId));

    for (const name of Object.keys(change)) delete change[name as keyof ProviderSession];
    const session = await market.getSession(sessionId);
    await market.sendProviderEvent(session, 'checkout.session.async_payment_succeeded');

    expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'accepted' });
  });

  it('accepting an offer with a session that differs from its checkout returns 422 and alerts operators', async () => {
    const market = await startMarketWithForgedSessions({ amount: 1 });
    const { client, testimony, offer } = await market.createOfferedTestimony();
    const sessionId = await client.payOffer(offer.id);

    expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 422 });
    await market.runJobs();

    expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'offered', payment: null });
    expect(listAlerts()).toEqual(['session mismatch']);
  });

  it('a paid session is accepted even if the event reports it as expired and unpaid', async () => {
    const market = await startMarket();
    const { client, testimony, offer } = await market.createOfferedTestimony();
    const sessionId = await client.payOffer(offer.id);
    const session = { ...(await market.getSession(sessionId)), payment_status: 'unpaid' };

    expect(await market.sendProviderEvent(session, 'checkout.session.expired')).toMatchObject({
      status: 204,
    });

    expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'accepted' });
    expect(listAlerts()).toEqual([]);
  });

  it('an event about a session fails while the provider is unreachable and is processed when it is resent', async () => {
    let isDown = false;
    const market = await startMarket({}, ({ payments }) => ({
      payments: {
        ...payments,
        findSession: id => (isDown ? Promise.reject(new Error('down')) : payments.findSession(id)),
      },
    }));
    const { client, testimony, offer } = await market.createOfferedTestimony();
    const session = await market.getSession(await client.payOffer(offer.id));
    isDown = true;
    expect((await market.sendProviderEvent(session)).status).toBeGreaterThanOrEqual(500);
    isDown = false;

    expect(await market.sendProviderEvent(session)).toMatchObject({ status: 204 });
    expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'accepted' });
  });
});

describe('secret of the webhook endpoint for connected accounts', () => {
  const createEvent = (object: object, change: object = {}) => ({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: COMPLETED,
    livemode: false,
    data: { object },
    ...change,
  });

  it.each<[string, object]>([
    ['', {}],
    [', even with an account', { account: 'acct_1' }],
  ])(
    "the secret of Connect's webhook endpoint does not validate an event about a session%s",
    async (_, change) => {
      const market = await startMarket();
      const { client, testimony, offer } = await market.createOfferedTestimony();
      const event = createEvent(await market.getSession(await client.payOffer(offer.id)), change);

      expect(await sendEvent(market.service, event, { secret: 'whsec_connect' })).toMatchObject({
        status: 400,
        body: { message: 'Invalid signature.' },
      });

      expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'offered' });
      expect(await sendEvent(market.service, event, { secret: 'whsec_platform' })).toMatchObject({
        status: 204,
      });
    },
  );

  it.each<[string, object]>([
    ['account.updated', { type: 'account.updated' }],
    ['an event about a payout of a connected account', { type: 'payout.failed', account: 'acct_1' }],
  ])("the secret of Connect's webhook endpoint validates %s", async (_, change) => {
    const market = await startMarket();

    const event = createEvent({ id: 'acct_1', object: 'account' }, change);

    expect(await sendEvent(market.service, event, { secret: 'whsec_connect' })).toMatchObject({
      status: 204,
    });
  });

  it("a session of a connected account is not accepted even if the platform's secret signs its event", async () => {
    const market = await startMarket();
    const { client, testimony, offer } = await market.createOfferedTestimony();
    const session = await market.getSession(await client.payOffer(offer.id));

    await sendEvent(market.service, createEvent(session, { account: 'acct_1' }), {
      secret: 'whsec_platform',
    });

    expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'offered' });
  });
});
