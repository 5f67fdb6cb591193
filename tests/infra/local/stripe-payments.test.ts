/** Tests of the emulator's checkout page after payment: disputes, and refunds made by hand, pending or failing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider, submitForm } from './start-provider.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** Returns the types of the delivered events without the first `calls` events. */
const listEventTypes = (calls: number) => provider.receivedEvents(calls).map(({ type }) => type);

describe('page of a paid checkout session in the Stripe emulator', () => {
  const readLedger = async (charge: string) =>
    (await provider.control(`ledger?charge=${charge}`)).data.map(({ amount }: { amount: number }) => amount);

  it.each([
    ['won', ['charge.dispute.funds_reinstated', 'charge.dispute.closed'], [123_450, -123_450, 123_450]],
    ['lost', ['charge.dispute.closed'], [123_450, -123_450]],
  ])("the emulator's checkout page opens a dispute and closes it as %s", async (status, events, amounts) => {
    const { url, charge } = await provider.createPayment();
    const calls = provider.api.calls.length;
    expect(await submitForm(url, { outcome: 'dispute' })).toMatchObject({ status: 303 });
    expect(listEventTypes(calls)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    const { id } = (await provider.control('events')).data.at(-1).data.object;
    expect(await provider.stripe.disputes.retrieve(id)).toMatchObject({
      amount: 123_450,
      charge,
      status: 'needs_response',
    });
    const refund = provider.stripe.refunds.create({ charge });
    await expect(refund).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' });

    await submitForm(url, { outcome: `dispute-${status}` });

    expect(listEventTypes(calls + 2)).toEqual(events);
    expect(provider.receivedEvents().at(-1)).toMatchObject({ data: { object: { id, status } } });
    expect(await readLedger(charge)).toEqual(amounts);
  });

  it("a visitor of the Stripe emulator's checkout page can refund part of a payment and later the rest", async () => {
    const { url, charge } = await provider.createPayment();

    await submitForm(url, { outcome: 'refund', amount: '450' });
    expect((await submitForm(url, { outcome: 'refund', amount: '200000' })).status).toBe(400);
    expect((await submitForm(url, { outcome: 'refund', amount: '0' })).status).toBe(400);
    await submitForm(url, { outcome: 'refund' });

    expect(await readLedger(charge)).toEqual([123_450, -450, -123_000]);
    expect(provider.receivedEvents().findLast(({ type }) => type === 'charge.refunded')).toMatchObject({
      data: { object: { id: charge, amount_refunded: 123_450, refunded: true } },
    });
    expect((await submitForm(url, { outcome: 'refund' })).status).toBe(409);
  });

  it('a visitor of the Stripe emulator\'s checkout page can make later refunds fail with the outcome "refunds-fail"', async () => {
    const { url, charge } = await provider.createPayment();
    await submitForm(url, { outcome: 'refunds-fail' });
    const { id } = await provider.stripe.refunds.create({ charge });

    await provider.control('clock', { advanceSeconds: 5 });

    expect(await provider.stripe.refunds.retrieve(id)).toMatchObject({
      failure_reason: 'expired_or_canceled_card',
      status: 'failed',
    });
    expect(await readLedger(charge)).toEqual([123_450, -123_450, 123_450]);
  });

  it.each([
    ['refund-succeeds', 'succeeded'],
    ['refund-fails', 'failed'],
    ['refund-canceled', 'canceled'],
  ])(
    'a refund with the behaviour "refunds-wait" is pending until the outcome "%s" is chosen',
    async (outcome, status) => {
      const { url, charge } = await provider.createPayment();
      await submitForm(url, { outcome: 'refunds-wait' });
      const { id } = await provider.stripe.refunds.create({ charge });
      await provider.control('clock', { advanceSeconds: 5 });
      expect(await provider.stripe.refunds.retrieve(id)).toMatchObject({ status: 'pending' });

      await submitForm(url, { outcome });

      expect(provider.receivedEvents().at(-1)).toMatchObject({
        type: 'refund.updated',
        data: { object: { id, status } },
      });
    },
  );
});
