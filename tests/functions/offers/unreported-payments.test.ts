/** Tests of payments that neither the browser nor an event reports (infra/docs/api/payments.md#checking-sessions). */
import { beforeAll, expect, it } from 'vitest';
import { HOUR } from '../../../lib/durations.ts';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { PASSWORD } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { countSubject } from '../../support/find-mails.ts';
import { type Market, type MarketClient, readSessionId, startMarket } from '../../support/start-market.ts';

const REFUNDED = 'Vrátili sme vám platbu';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const closeAccount = ({ token }: MarketClient) =>
  market.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });

const findState = async (sessionId: string) => (await market.service.deps.checkouts.find(sessionId))?.state;

it('a payment that no event has reported is accepted after its checkout session has ended', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await market.runJobs();
  expect((await client.getTestimony(testimony.id)).state).toBe('offered');

  market.service.deps.clock.advance(HOUR);
  await market.runJobs();

  expect((await client.getTestimony(testimony.id)).state).toBe('accepted');
  expect((await assertLedgersMatch(market)).accepted).toContain(sessionId);
  expect(await countSubject('Vaša ponuka bola prijatá', expert.email)).toBe(1);
});

it('an unpaid checkout is closed within an hour even when its payment page is still open', async () => {
  const sales = await Promise.all([1, 2].map(() => market.createOfferedTestimony()));
  const sessions = await Promise.all(
    sales.map(async ({ client, offer }) =>
      readSessionId((await client.startCheckout(offer.id)).body.data.url),
    ),
  );
  await market.service.deps.payments.closeSession(sessions[0] ?? '');

  market.service.deps.clock.advance(HOUR);
  await market.runJobs();

  expect(await Promise.all(sessions.map(findState))).toEqual(['closed', 'closed']);
  expect((await market.getSession(sessions[1] ?? '')).status).toBe('expired');
});

it.each([0, HOUR])(
  'a second checkout accepts the offer if its payment was not reported (%i ms after the first checkout)',
  async later => {
    const { client, testimony, offer } = await market.createOfferedTestimony();
    const sessionId = await client.payOffer(offer.id);
    market.service.deps.clock.advance(later);

    expect(await client.startCheckout(offer.id)).toMatchObject({
      ...WRONG_STATE,
      headers: { 'x-error-code': 'offer-not-payable' },
    });

    expect((await client.getTestimony(testimony.id)).state).toBe('accepted');
    expect((await assertLedgersMatch(market)).accepted).toContain(sessionId);
  },
);

it('an unreported payment is refunded when its testimony was cancelled', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);

  await client.cancelTestimony(testimony.id);
  await market.runJobs();

  expect((await assertLedgersMatch(market)).refunded).toContain(sessionId);
  expect(await countSubject(REFUNDED, client.email)).toBe(1);
});

it('an unreported payment that cannot accept its offer is refunded before the client can close the account', async () => {
  const { client, expert, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await market.revokeApproval(expert);

  expect(await closeAccount(client)).toMatchObject({
    status: 409,
    headers: { 'x-error-code': 'money-under-way' },
  });
  expect((await assertLedgersMatch(market)).refunded).toContain(sessionId);
  expect(await closeAccount(client)).toMatchObject({ status: 204 });
});

it("three payments that arrive too late within a day block the client's checkouts and alert operators", async () => {
  const own = await startMarket({ RATE_LIMITS: 'strict' });
  const { clock } = own.service.deps;
  // The test starts at a full hour, so that no daily limit is reset during the test.
  clock.advance(HOUR - (clock.now().getTime() % HOUR));
  const client = await own.createClient();
  const experts = await Promise.all([1, 2].map(() => own.createExpert()));
  const alertsBefore = readLogEvents('operator.alert').length;
  const listAlerts = () => readLogEvents('operator.alert').slice(alertsBefore);

  for (const count of [1, 2, 3]) {
    expect(listAlerts()).toEqual([]);
    const { id } = await client.createTestimony();
    const sessions = [];
    for (const expert of experts) sessions.push(await client.payOffer((await expert.createOffer(id)).id));
    for (const sessionId of sessions) await client.acceptOffer(sessionId);
    await own.runJobs();
    if (count === 3) expect(listAlerts()).toMatchObject([{ detail: 'late payments' }]);
  }

  const { id } = await client.createTestimony();
  const offer = await experts[0]?.createOffer(id);
  expect(await client.startCheckout(offer.id)).toMatchObject({
    status: 429,
    headers: { 'ratelimit-policy': '"late-payments";q=3;w=86400' },
  });
  const other = await own.createOfferedTestimony();
  expect(await other.client.startCheckout(other.offer.id)).toMatchObject({ status: 200 });
  clock.advance(24 * HOUR);
  const advanceSeconds = Math.round((clock.now().getTime() - Date.now()) / 1000);
  await own.configureProvider('clock', { advanceSeconds });
  expect(await client.startCheckout(offer.id)).toMatchObject({ status: 200 });
});
