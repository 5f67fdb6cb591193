/** Tests of the emulator's checkout page: the first form pays, and every other outcome has a separate form. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FRONTEND_URL,
  fetchPage,
  listOutcomes,
  type Provider,
  parseEvent,
  startProvider,
  submitForm,
} from './start-provider.ts';

const successUrl = (id: string) => `${FRONTEND_URL}/payment/success?sessionId=${id}`;

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

it('the hosted checkout page accepts one payment and sends an event about it', async () => {
  const session = await provider.createSession();
  const page = await fetchPage(session.url);
  expect(page).toContain(session.id);
  expect(page).toContain('Posudok');
  expect(page).toMatch(/1\s234,50\s€/);
  expect(listOutcomes(page)).toEqual(['main', 'pay-elevated', 'pay-highest', 'declined']);

  expect(await submitForm(session.url)).toEqual({ status: 303, location: successUrl(session.id) });

  const paid = await provider.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    amount_total: 123_450,
    url: null,
    client_reference_id: 'offer-1',
    metadata: { offerId: 'offer-1' },
    payment_intent: { amount: 123_450, status: 'succeeded', transfer_group: 'testimony-1' },
  });
  const event = parseEvent(provider.api.calls.at(-1));
  expect(event).toMatchObject({
    type: 'checkout.session.completed',
    data: {
      object: { id: session.id, payment_status: 'paid', payment_intent: expect.stringMatching(/^pi_/) },
    },
  });
  expect(event).not.toHaveProperty('account');
  expect(JSON.stringify(event)).not.toContain('hidden');
  const calls = provider.api.calls.length;
  expect((await submitForm(session.url)).status).toBe(409);
  expect(provider.api.calls).toHaveLength(calls);
});

it.each([
  ['on request', (id: string) => provider.stripe.checkout.sessions.expire(id)],
  ['at its expiry time', () => provider.control('clock', { advanceSeconds: 24 * 3600 })],
])('the hosted checkout page accepts no payment after its session expired %s', async (_, expire) => {
  const { id, url } = await provider.createSession();
  await expire(id);
  expect(await provider.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    payment_status: 'unpaid',
    status: 'expired',
    url: null,
  });
  await expect
    .poll(() => provider.receivedEvents().at(-1))
    .toMatchObject({
      type: 'checkout.session.expired',
      data: { object: { id, status: 'expired' } },
    });

  expect((await submitForm(url)).status).toBe(409);
  expect(await fetchPage(url)).toContain('Platnosť tejto platby vypršala.');
  await expect(provider.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
});

it('the Stripe emulator does not expire a paid checkout session', async () => {
  const { id } = await provider.createPayment();

  await expect(provider.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({
    statusCode: 400,
    type: 'StripeInvalidRequestError',
    message: expect.stringContaining('This Checkout Session has a status of `complete`.'),
  });
});

it('the hosted checkout page accepts another payment after a declined card', async () => {
  const { id, url } = await provider.createSession();

  expect(await submitForm(url, { outcome: 'declined' })).toEqual({
    status: 303,
    location: `${FRONTEND_URL}/cancelled`,
  });

  expect(provider.receivedEvents().at(-1)).toMatchObject({ type: 'payment_intent.payment_failed' });
  expect(await provider.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
  });
  await submitForm(url);
  expect(await provider.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
});

describe('parameters of a checkout session in the Stripe emulator', () => {
  const ofPayment = (statement_descriptor_suffix: string) => ({
    adaptive_pricing: { enabled: false },
    payment_intent_data: { receipt_email: 'eva@example.sk', statement_descriptor_suffix },
  });

  it('the payment of a checkout session has the receipt address and the statement suffix of the session', async () => {
    const { intent, charge } = await provider.createPayment(ofPayment('POSUDOK 26-1'));

    const members = { receipt_email: 'eva@example.sk', statement_descriptor_suffix: 'POSUDOK 26-1' };
    expect(await provider.stripe.paymentIntents.retrieve(intent)).toMatchObject(members);
    expect(await provider.stripe.charges.retrieve(charge)).toMatchObject(members);
  });

  it.each(['123', 'POSUDOK *1', 'POSUDOK Č. 26-1', 'POSUDOK 1234567890 12345'])(
    'the Stripe emulator rejects the statement suffix "%s"',
    async suffix => {
      await expect(provider.createSession(ofPayment(suffix))).rejects.toMatchObject({
        statusCode: 400,
        param: 'payment_intent_data[statement_descriptor_suffix]',
      });
    },
  );
});

it('the hosted checkout page shows the items, price, payer and time limit, but no commission', async () => {
  const price_data = (name: string, unit_amount: number, description?: string) => ({
    currency: 'eur',
    unit_amount,
    product_data: { name, ...(description && { description }) },
  });
  const { url, expires_at } = await provider.createSession({
    customer_email: 'eva@example.sk',
    line_items: [{ quantity: 1, price_data: price_data('Posudok', 123_450, 'Znalec <b>Ján</b> Malý') }],
    payment_intent_data: { transfer_group: 'testimony-1', metadata: { commission: '12345' } },
  });

  const page = await fetchPage(url);

  expect(page).toContain('Posudok<small>Znalec &#60;b&#62;Ján&#60;/b&#62; Malý</small>');
  expect(page).toMatch(/<td>1\s234,50\s€</);
  expect(page).toContain('<dt>Platí</dt><dd>eva@example.sk</dd>');
  const until = new Date(expires_at * 1000).toLocaleTimeString('sk-SK', {
    timeStyle: 'short',
    timeZone: 'Europe/Bratislava',
  });
  expect(page).toContain(`<dt>Zaplatiť možno do</dt><dd>${until}</dd>`);
  expect(page).not.toMatch(/provízi|123,45/);
});

it('the hosted checkout page shows the recipient and the custom text of the session', async () => {
  const custom_text = { submit: { message: 'Platbu držíme do <b>odovzdania</b>.' } };
  const session = await provider.createSession({ custom_text });

  const page = await fetchPage(session.url);

  expect(session.custom_text.submit).toEqual(custom_text.submit);
  expect(page).toContain('<dt>Príjemca</dt><dd>Trhovisko posudkov</dd>');
  expect(page).toContain('<span>Platbu držíme do &#60;b&#62;odovzdania&#60;/b&#62;.</span>');
  expect(await fetchPage((await provider.createSession()).url)).not.toContain('class="assurance"');
});

it('the first form of the hosted checkout page has one button and no fields', async () => {
  const page = await fetchPage((await provider.createSession()).url);

  expect(page.slice(page.indexOf('<form'), page.indexOf('</form>'))).toBe(
    '<form method="post"><button class="primary">Zaplatiť 1\u00a0234,50\u00a0€</button>',
  );
  expect(page).not.toContain('<script');
});
