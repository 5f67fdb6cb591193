/** Tests of the emulator's checkout page: the first form pays, and every other outcome has a separate form. */
import { afterAll, beforeAll, expect, it } from 'vitest';
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
