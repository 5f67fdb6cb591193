/** Tests of payments that take days, such as bank debits (infra/docs/api/payments.md#delayed-payments). */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertLedgersMatch } from '../../support/assert-ledgers.ts';
import { PASSWORD } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { fieldErrorResponse, WRONG_STATE } from '../../support/error-responses.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { type Market, readSessionId, startMarket } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';

const COMPLETED = 'checkout.session.completed';
const SUCCEEDED = 'checkout.session.async_payment_succeeded';
const FAILED = 'checkout.session.async_payment_failed';
const HOUR = 3600_000;

const PROCESSING = {
  status: 409,
  headers: { 'x-error-code': 'payment-processing' },
  body: { message: 'The payment is still being processed.' },
};
const INVALID_SESSION = fieldErrorResponse('sessionId', 'Platba sa nenašla alebo nie je dokončená.');
const PENDING_PAYMENT = { status: 'processing', amount: 250, paidAt: null, refunded: 0, refundedAt: null };

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

/** Creates an offered testimony whose client has completed the page with a delayed payment. No event is sent. */
async function createDelayedSale() {
  const sale = await market.createOfferedTestimony();
  const sessionId = readSessionId((await sale.client.startCheckout(sale.offer.id)).body.data.url);
  await market.simulateOutcome(sessionId, 'delayed-succeeds');
  return {
    ...sale,
    sessionId,
    read: () => sale.client.getTestimony(sale.testimony.id),
    async report(type: string) {
      const event = await market.sendProviderEvent(await market.getSession(sessionId), type);
      expect(event).toMatchObject({ status: 204 });
    },
  };
}

const countMails = async (subject: string, address: string) =>
  (await listSubjects(address)).filter(each => each === subject).length;

describe('a payment that is processing', () => {
  it.each<[string, (sale: Awaited<ReturnType<typeof createDelayedSale>>) => Promise<unknown>]>([
    ['the browser', sale => sale.client.acceptOffer(sale.sessionId)],
    ['the webhook', sale => sale.report(COMPLETED)],
    ['another checkout of the offer', sale => sale.client.startCheckout(sale.offer.id)],
  ])('is shown to the client once %s has reported it, and no checkout is possible', async (_, report) => {
    const sale = await createDelayedSale();

    await report(sale);

    const testimony = await sale.read();
    expect(testimony).toMatchObject({ state: 'offered', payment: PENDING_PAYMENT, acceptedOffer: null });
    expect(testimony.allowedActions).toEqual(['cancel']);
    expect(await sale.client.acceptOffer(sale.sessionId)).toMatchObject(PROCESSING);
    expect(await sale.client.startCheckout(sale.offer.id)).toMatchObject(PROCESSING);
    const rival = await (await market.createExpert()).createOffer(sale.testimony.id);
    expect(await sale.client.startCheckout(rival.id)).toMatchObject(PROCESSING);
    expect((await sale.expert.getTestimony(sale.testimony.id)).payment).toBeNull();
  });

  it('accepts the offer once when the browser, the webhook and the check of the session find it paid together', async () => {
    const sale = await createDelayedSale();
    await sale.report(COMPLETED);
    await market.simulateOutcome(sale.sessionId, 'arrives');
    market.service.deps.clock.advance(HOUR);

    await Promise.all([
      sale.client.acceptOffer(sale.sessionId),
      sale.report(SUCCEEDED),
      market.runJobs(),
      sale.report(COMPLETED),
    ]);

    expect(await sale.read()).toMatchObject({ state: 'accepted', payment: { status: 'paid', amount: 250 } });
    expect((await assertLedgersMatch(market)).accepted).toContain(sale.sessionId);
    expect(await countMails('Prijali sme vašu platbu', sale.client.email)).toBe(1);
    market.service.deps.clock.advance(-HOUR);
  });

  it.each([FAILED, 'no event'])(
    'leaves the testimony as before when it fails, and one mail tells the client (%s)',
    async type => {
      const sale = await createDelayedSale();
      const before = await sale.read();
      await sale.report(COMPLETED);
      await market.simulateOutcome(sale.sessionId, 'fails');
      if (type === FAILED) for (const _ of [1, 2]) await sale.report(FAILED);
      else {
        market.service.deps.clock.advance(HOUR);
        await market.runJobs();
        market.service.deps.clock.advance(-HOUR);
      }
      await market.runJobs();

      expect(await sale.read()).toEqual(before);
      expect(await sale.client.acceptOffer(sale.sessionId)).toMatchObject(INVALID_SESSION);
      expect(await countMails('Vaša platba neprešla', sale.client.email)).toBe(1);
      const mail = (await listMailsTo(sale.client.email)).find(({ subject }) => subject.includes('neprešla'));
      expect(mail?.body.text).toContain('platba 250,00\u00a0€ za znalecký posudok neprešla.');
      const { status, body } = await sale.client.startCheckout(sale.offer.id);
      expect([status, readSessionId(body.data.url) === sale.sessionId]).toEqual([200, false]);
    },
  );

  it.each<[string, (sale: Awaited<ReturnType<typeof createDelayedSale>>) => Promise<unknown>]>([
    ['the testimony was cancelled', ({ client, testimony }) => client.cancelTestimony(testimony.id)],
    ['the offer was withdrawn', ({ expert, offer }) => expert.withdrawOffer(offer.id)],
  ])('is refunded when it arrives after %s', async (_, end) => {
    const sale = await createDelayedSale();
    await sale.report(COMPLETED);
    expect((await end(sale)) as object).toMatchObject({ status: expect.toSatisfy(status => status < 300) });
    await market.runJobs();
    expect((await sale.read()).payment).toEqual(PENDING_PAYMENT);
    await market.simulateOutcome(sale.sessionId, 'arrives');

    await sale.report(SUCCEEDED);

    expect((await assertLedgersMatch(market)).refunded).toContain(sale.sessionId);
    expect((await sale.read()).payment).toBeNull();
    expect(await sale.client.acceptOffer(sale.sessionId)).toMatchObject(WRONG_STATE);
    expect(await countMails('Vrátili sme vám platbu', sale.client.email)).toBe(1);
  });

  it('stays noted while another offer, paid on a page that was open already, is accepted, and is then refunded', async () => {
    const sale = await market.createOfferedTestimony();
    const rival = await (await market.createExpert()).createOffer(sale.testimony.id);
    const pages = [sale.offer.id, rival.id].map(
      async offerId => (await sale.client.startCheckout(offerId)).body.data.url,
    );
    const [delayed = '', immediate = ''] = (await Promise.all(pages)).map(readSessionId);
    await market.simulateOutcome(delayed, 'delayed-succeeds');
    expect(await sale.client.acceptOffer(delayed)).toMatchObject(PROCESSING);
    await market.simulateOutcome(immediate, 'pay');

    expect(await sale.client.acceptOffer(immediate)).toMatchObject({ status: 204 });
    expect((await sale.client.getTestimony(sale.testimony.id)).payment).toMatchObject({ status: 'paid' });
    await market.simulateOutcome(delayed, 'arrives');
    expect(await sale.client.acceptOffer(delayed)).toMatchObject(WRONG_STATE);

    const { accepted, refunded } = await assertLedgersMatch(market);
    expect([accepted.includes(immediate), refunded.includes(delayed)]).toEqual([true, true]);
  });

  it('prevents the client from closing the account', async () => {
    const sale = await createDelayedSale();
    await sale.client.acceptOffer(sale.sessionId);

    expect(
      await market.service.sendWithMethod(
        'DELETE',
        '/me',
        { currentPassword: PASSWORD },
        { token: sale.client.token },
      ),
    ).toMatchObject({ status: 409, headers: { 'x-error-code': 'money-under-way' } });
  });
});

describe('checks of a payment that is processing', () => {
  let alertsBefore: number;
  beforeEach(() => {
    alertsBefore = readLogEvents('operator.alert').length;
  });

  it('settle the payment days later without any event', async () => {
    const own = await startMarket();
    const { client, testimony, offer } = await own.createOfferedTestimony();
    const sessionId = readSessionId((await client.startCheckout(offer.id)).body.data.url);
    await own.simulateOutcome(sessionId, 'delayed-succeeds');
    own.service.deps.clock.advance(HOUR);
    await own.runJobs();
    expect((await client.getTestimony(testimony.id)).payment).toEqual(PENDING_PAYMENT);
    own.service.deps.clock.advance(7 * HOUR);
    await own.runJobs();
    await own.simulateOutcome(sessionId, 'arrives');
    own.service.deps.clock.advance(7 * HOUR);
    await own.runJobs();

    expect(await client.getTestimony(testimony.id)).toMatchObject({ state: 'accepted' });
  });

  it('end after 30 days with an alert', async () => {
    const own = await startMarket();
    const { client, offer } = await own.createOfferedTestimony();
    const sessionId = readSessionId((await client.startCheckout(offer.id)).body.data.url);
    await own.simulateOutcome(sessionId, 'delayed-succeeds');
    own.service.deps.clock.advance(HOUR);
    await own.runJobs();
    own.service.deps.clock.advance(30 * 24 * HOUR);
    await own.runJobs();
    own.service.deps.clock.advance(24 * HOUR);
    await own.runJobs();

    const alerts = readLogEvents('operator.alert').slice(alertsBefore);
    expect(alerts.map(({ detail }) => detail)).toEqual(['payment processing long']);
  });
});
