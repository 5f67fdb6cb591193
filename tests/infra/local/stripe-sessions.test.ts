/** The stand-in's page of a session: the first form pays, every other outcome is a form of its own (contract §6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventIn, outcomesOn, PAGES, type Provider, pageAt, startProvider, submit } from './stripe.ts';

const SUCCESS = (id: string) => `${PAGES}/payment/success?sessionId=${id}`;

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

describe("a session's page", () => {
  it('says what is bought, takes its payment once, and tells the API', async () => {
    const session = await provider.aSession();
    const page = await pageAt(session.url);
    expect(page).toContain(session.id);
    expect(page).toContain('Posudok');
    expect(page).toMatch(/1\s234,50\s€/);
    expect(outcomesOn(page)).toEqual(['plain', 'declined', 'delayed-succeeds', 'delayed-fails']);

    expect(await submit(session.url)).toEqual({ status: 303, location: SUCCESS(session.id) });

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
    const event = eventIn(provider.api.calls.at(-1));
    expect(event).toMatchObject({
      type: 'checkout.session.completed',
      data: {
        object: { id: session.id, payment_status: 'paid', payment_intent: expect.stringMatching(/^pi_/) },
      },
    });
    expect(event).not.toHaveProperty('account');
    expect(JSON.stringify(event)).not.toContain('hidden');
    const calls = provider.api.calls.length;
    expect((await submit(session.url)).status).toBe(409);
    expect(provider.api.calls).toHaveLength(calls);
  });

  it.each([
    ['by the service', (id: string) => provider.stripe.checkout.sessions.expire(id)],
    ['by itself', () => provider.control('clock', { advanceSeconds: 24 * 3600 })],
  ])('takes no payment once it has expired %s', async (_, expire) => {
    const { id, url } = await provider.aSession();
    await expire(id);
    expect(await provider.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      payment_status: 'unpaid',
      status: 'expired',
      url: null,
    });
    await expect
      .poll(() => provider.told().at(-1))
      .toMatchObject({
        type: 'checkout.session.expired',
        data: { object: { id, status: 'expired' } },
      });

    expect((await submit(url)).status).toBe(409);
    expect(await pageAt(url)).toContain('Platnosť tejto platby vypršala.');
    await expect(provider.stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  it('stays open when the card is declined', async () => {
    const { id, url } = await provider.aSession();

    expect(await submit(url, { outcome: 'declined' })).toEqual({
      status: 303,
      location: `${PAGES}/cancelled`,
    });

    expect(provider.told().at(-1)).toMatchObject({ type: 'payment_intent.payment_failed' });
    expect(await provider.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
    });
    await submit(url);
    expect(await provider.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  });

  it.each([
    ['delayed-succeeds', 'checkout.session.async_payment_succeeded', 'paid'],
    ['delayed-fails', 'checkout.session.async_payment_failed', 'unpaid'],
  ])('takes a payment that lasts days: %s', async (outcome, type, payment_status) => {
    const { id, url } = await provider.aSession();

    expect(await submit(url, { outcome })).toEqual({ status: 303, location: SUCCESS(id) });

    expect(provider.told().at(-1)).toMatchObject({
      type: 'checkout.session.completed',
      data: { object: { id, status: 'complete', payment_status: 'unpaid' } },
    });
    expect(outcomesOn(await pageAt(url))).toEqual(['arrives', 'fails']);
    await provider.control('clock', { advanceSeconds: 5 });
    expect(provider.told().at(-1)).toMatchObject({ type, data: { object: { id, payment_status } } });
    expect(await provider.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status });
  });

  it('ends such a payment at once when asked to', async () => {
    const { id, url } = await provider.aSession();
    await submit(url, { outcome: 'delayed-fails' });

    await submit(url, { outcome: 'arrives' });

    await provider.control('clock', { advanceSeconds: 5 });
    expect(await provider.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  });
});

describe('what a buyer sees', () => {
  it('says what is bought, for how much, and who pays', async () => {
    const price_data = (name: string, unit_amount: number, description?: string) => ({
      ...{ currency: 'eur', unit_amount },
      product_data: { name, ...(description && { description }) },
    });
    const { url, expires_at } = await provider.aSession({
      customer_email: 'eva@example.sk',
      line_items: [
        { quantity: 1, price_data: price_data('Posudok', 123_450, 'Znalec <b>Ján</b> Malý') },
        { quantity: 2, price_data: price_data('Odpis', 1_000) },
      ],
      payment_intent_data: { transfer_group: 'testimony-1', metadata: { commission: '12345' } },
    });

    const page = await pageAt(url);

    expect(page).toContain('Posudok<small>Znalec &#60;b&#62;Ján&#60;/b&#62; Malý</small>');
    expect(page).toMatch(/2 × Odpis.*>20,00\s€<.*Spolu<.*>1\s254,50\s€</s);
    expect(page).toContain('<dt>Platí</dt><dd>eva@example.sk</dd>');
    const until = new Date(expires_at * 1000).toLocaleTimeString('sk-SK', {
      timeStyle: 'short',
      timeZone: 'Europe/Bratislava',
    });
    expect(page).toContain(`<dt>Zaplatiť možno do</dt><dd>${until}</dd>`);
    expect(page).not.toMatch(/provízi|123,45/);
  });

  it('pays by its first form, which has one button and nothing else (contract §6)', async () => {
    const page = await pageAt((await provider.aSession()).url);

    expect(page.slice(page.indexOf('<form'), page.indexOf('</form>'))).toBe(
      '<form method="post"><button>Zaplatiť</button>',
    );
    expect(page).not.toContain('<script');
  });
});
