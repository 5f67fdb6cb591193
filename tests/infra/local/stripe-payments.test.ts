/** The stand-in's page of a paid session: disputes, and refunds by hand, late or failing (contract §6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider, submit } from './stripe.ts';

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** What the API was told of an object since a number of calls. */
const toldSince = (calls: number) =>
  provider
    .told()
    .slice(calls)
    .map(({ type }) => type);

describe('the page of a payment', () => {
  const ledgerOf = async (charge: string) =>
    (await provider.control(`ledger?charge=${charge}`)).data.map(({ amount }: { amount: number }) => amount);

  it.each([
    ['won', ['charge.dispute.funds_reinstated', 'charge.dispute.closed'], [123_450, -123_450, 123_450]],
    ['lost', ['charge.dispute.closed'], [123_450, -123_450]],
  ])('has it disputed, and the dispute %s', async (status, events, amounts) => {
    const { url, charge } = await provider.aPayment();
    const calls = provider.api.calls.length;
    expect(await submit(url, { outcome: 'dispute' })).toMatchObject({ status: 303 });
    expect(toldSince(calls)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    const { id } = (await provider.control('events')).data.at(-1).data.object;
    expect(await provider.stripe.disputes.retrieve(id)).toMatchObject({
      amount: 123_450,
      charge,
      status: 'needs_response',
    });
    const refund = provider.stripe.refunds.create({ charge });
    await expect(refund).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' });

    await submit(url, { outcome: `dispute-${status}` });

    expect(toldSince(calls + 2)).toEqual(events);
    expect(provider.told().at(-1)).toMatchObject({ data: { object: { id, status } } });
    expect(await ledgerOf(charge)).toEqual(amounts);
  });

  it('gives it back by hand, in parts and the rest', async () => {
    const { url, charge } = await provider.aPayment();

    await submit(url, { outcome: 'refund', amount: '450' });
    expect((await submit(url, { outcome: 'refund', amount: '200000' })).status).toBe(400);
    await submit(url, { outcome: 'refund' });

    expect(await ledgerOf(charge)).toEqual([123_450, -450, -123_000]);
    expect(provider.told().findLast(({ type }) => type === 'charge.refunded')).toMatchObject({
      data: { object: { id: charge, amount_refunded: 123_450, refunded: true } },
    });
    expect((await submit(url, { outcome: 'refund' })).status).toBe(409);
  });

  it('has refunds fail', async () => {
    const { url, charge } = await provider.aPayment();
    await submit(url, { outcome: 'refunds-fail' });
    const { id } = await provider.stripe.refunds.create({ charge });

    await provider.control('clock', { advanceSeconds: 5 });

    expect(await provider.stripe.refunds.retrieve(id)).toMatchObject({
      failure_reason: 'expired_or_canceled_card',
      status: 'failed',
    });
    expect(await ledgerOf(charge)).toEqual([123_450, -123_450, 123_450]);
  });

  it.each([
    ['refund-succeeds', 'succeeded'],
    ['refund-fails', 'failed'],
  ])('has a refund wait until %s', async (outcome, status) => {
    const { url, charge } = await provider.aPayment();
    await submit(url, { outcome: 'refunds-wait' });
    const { id } = await provider.stripe.refunds.create({ charge });
    await provider.control('clock', { advanceSeconds: 5 });
    expect(await provider.stripe.refunds.retrieve(id)).toMatchObject({ status: 'pending' });

    await submit(url, { outcome });

    expect(provider.told().at(-1)).toMatchObject({
      type: 'refund.updated',
      data: { object: { id, status } },
    });
  });
});
