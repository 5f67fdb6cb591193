/** Whatever moves money in the stand-in: refused as Stripe refuses it, and in the ledger to the cent. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider, submit } from './stripe.ts';

const AMOUNT = 123_450;
const WEEK_SECONDS = 7 * 24 * 3600;

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterEach(() => provider.control('refunds', {}));
afterAll(() => provider.stop());

/** What moved because of a charge: the kind and the cents. */
async function ledgerOf(charge: string): Promise<[string, number][]> {
  const { data } = await provider.control(`ledger?charge=${charge}`);
  return data.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]);
}

describe('a refund', () => {
  it('is of a part, but never of more than was paid', async () => {
    const { intent, charge } = await provider.aPayment();
    const part = await provider.stripe.refunds.create({
      payment_intent: intent,
      amount: 450,
      metadata: { reason: 'late' },
    });
    expect(part).toMatchObject({ amount: 450, charge, status: 'succeeded', metadata: { reason: 'late' } });
    const tooMuch = provider.stripe.refunds.create({ charge, amount: 123_001 });
    await expect(tooMuch).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
    const rest = await provider.stripe.refunds.create({ charge });
    expect(rest.amount).toBe(123_000);

    await expect(provider.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'charge_already_refunded',
      statusCode: 400,
    });
    const all = await provider.stripe.refunds.list({ payment_intent: intent, limit: 1 }).autoPagingToArray({
      limit: 9,
    });
    expect(all.map(({ id }) => id)).toEqual([rest.id, part.id]);
    expect(await ledgerOf(charge)).toEqual([
      ['charge', AMOUNT],
      ['refund', -450],
      ['refund', -123_000],
    ]);
    expect(await provider.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: AMOUNT,
      refunded: true,
    });
  });

  it.each([
    ['succeeded', 'refund.updated', [['refund', -AMOUNT]]],
    [
      'failed',
      'refund.failed',
      [
        ['refund', -AMOUNT],
        ['refund_failure', AMOUNT],
      ],
    ],
  ])('takes its time, and has then %s', async (ends, event, movements) => {
    await provider.control('refunds', { begins: 'pending', ends, afterSeconds: 100 });
    const { intent, charge } = await provider.aPayment();
    const { id, status, pending_reason } = await provider.stripe.refunds.create({ payment_intent: intent });
    expect({ status, pending_reason }).toEqual({ status: 'pending', pending_reason: 'processing' });
    expect(provider.told().map(({ type }) => type)).not.toContain(event);

    await provider.control('clock', { advanceSeconds: 100 });

    expect(await provider.stripe.refunds.retrieve(id)).toMatchObject({ status: ends });
    expect(provider.told().find(({ type }) => type === event)).toMatchObject({
      data: { object: { id, status: ends } },
    });
    expect(await ledgerOf(charge)).toEqual([['charge', AMOUNT], ...movements]);
  });

  it('that was told as done can fail, and be made again', async () => {
    await provider.control('refunds', { begins: 'succeeded', ends: 'failed', afterSeconds: null });
    const { intent, charge } = await provider.aPayment();
    const first = await provider.stripe.refunds.create({ payment_intent: intent });

    await provider.control(`refunds/${first.id}`, { status: 'failed' });

    expect(await provider.stripe.charges.retrieve(charge)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    });
    await provider.control('refunds', {});
    expect(await provider.stripe.refunds.create({ payment_intent: intent })).toMatchObject({
      amount: AMOUNT,
    });
  });

  it('is not made of a payment that has not arrived', async () => {
    const { id, url } = await provider.aSession();
    await submit(url, { outcome: 'delayed-fails' });
    const { payment_intent } = await provider.stripe.checkout.sessions.retrieve(id);

    const refund = provider.stripe.refunds.create({ payment_intent: String(payment_intent) });

    await expect(refund).rejects.toMatchObject({ statusCode: 400, param: 'payment_intent' });
  });
});

describe('a transfer', () => {
  const send = (destination: string, change: object = {}) =>
    provider.stripe.transfers.create({ amount: 100_000, currency: 'eur', destination, ...change });

  it('is out of its charge, in its group, and never of more', async () => {
    const { id: account } = await provider.aVerifiedAccount();
    const { charge } = await provider.aPayment();
    const transfer = await send(account, { source_transaction: charge, metadata: { testimony: '1' } });
    expect(transfer).toMatchObject({
      amount: 100_000,
      destination: account,
      source_transaction: charge,
      transfer_group: 'testimony-1',
      metadata: { testimony: '1' },
      reversed: false,
    });

    const more = send(account, { source_transaction: charge, amount: 23_451 });
    await expect(more).rejects.toThrow('must not exceed the source amount of €1234.50');
    expect(await send(account, { source_transaction: charge, amount: 23_450 })).toMatchObject({
      amount: 23_450,
    });
    expect(await ledgerOf(charge)).toEqual([
      ['charge', AMOUNT],
      ['transfer', -100_000],
      ['transfer', -23_450],
    ]);
    const { data } = await provider.stripe.transfers.list({ destination: account });
    expect(data.map(({ amount }) => amount)).toEqual([23_450, 100_000]);
    expect(data[1]).toEqual(await provider.stripe.transfers.retrieve(transfer.id));
  });

  it('needs an account that may have it', async () => {
    const { id } = await provider.anAccount();
    const { charge } = await provider.aPayment();

    await expect(send(id, { source_transaction: charge })).rejects.toMatchObject({
      statusCode: 400,
      code: 'insufficient_capabilities_for_transfer',
    });
    await expect(send('acct_1')).rejects.toMatchObject({ code: 'resource_missing', param: 'destination' });
  });

  it.each([
    ['an unknown charge', { source_transaction: 'ch_1' }, 'source_transaction'],
    ['nothing', { amount: 0 }, 'amount'],
    ['dollars', { currency: 'usd' }, 'currency'],
  ])('is not made of %s', async (_, change, param) => {
    const { id } = await provider.aVerifiedAccount();

    await expect(send(id, change)).rejects.toMatchObject({ statusCode: 400, param });
  });

  it('is not made into another group than its charge is in', async () => {
    const { id } = await provider.aVerifiedAccount();
    const { charge } = await provider.aPayment();

    const transfer = send(id, { source_transaction: charge, transfer_group: 'testimony-2' });

    await expect(transfer).rejects.toMatchObject({ statusCode: 400, param: 'transfer_group' });
  });

  it('without a charge needs money that has settled', async () => {
    const other = await startProvider();
    const { id } = await other.aVerifiedAccount();
    const { charge } = await other.aPayment();
    const transfer = { amount: AMOUNT, currency: 'eur', destination: id };
    expect(await other.stripe.balance.retrieve()).toMatchObject({
      available: [{ amount: 0 }],
      pending: [{ amount: AMOUNT }],
    });
    await expect(other.stripe.transfers.create(transfer)).rejects.toMatchObject({
      code: 'balance_insufficient',
    });

    await other.control('clock', { advanceSeconds: WEEK_SECONDS });

    expect(await other.stripe.transfers.create(transfer)).toMatchObject({ source_transaction: null });
    expect(await other.stripe.balance.retrieve()).toMatchObject({ available: [{ amount: 0 }] });
    const { data } = await other.stripe.balanceTransactions.list({ type: 'charge' });
    expect(data).toMatchObject([{ amount: AMOUNT, source: charge, status: 'available' }]);
    await other.stop();
  });

  it('is reversed in parts, and once', async () => {
    const { id } = await provider.aVerifiedAccount();
    const { charge } = await provider.aPayment();
    const transfer = await send(id, { source_transaction: charge });

    await provider.stripe.transfers.createReversal(transfer.id, { amount: 40_000 });
    const tooMuch = provider.stripe.transfers.createReversal(transfer.id, { amount: 60_001 });
    await expect(tooMuch).rejects.toMatchObject({ statusCode: 400, param: 'amount' });
    await provider.stripe.transfers.createReversal(transfer.id);

    await expect(provider.stripe.transfers.createReversal(transfer.id)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect(await provider.stripe.transfers.retrieve(transfer.id)).toMatchObject({
      amount_reversed: 100_000,
      reversed: true,
      reversals: { data: [{ amount: 60_000 }, { amount: 40_000 }] },
    });
    expect((await ledgerOf(charge)).slice(1)).toEqual([
      ['transfer', -100_000],
      ['transfer_reversal', 40_000],
      ['transfer_reversal', 60_000],
    ]);
  });
});

describe('a destination charge', () => {
  const toAccount = async (destination: string) =>
    provider.aPayment({
      payment_intent_data: { application_fee_amount: 12_345, transfer_data: { destination } },
    });

  it('sends all to the account but the fee, and takes it back with the refund', async () => {
    const { charge } = await toAccount((await provider.aVerifiedAccount()).id);

    await provider.stripe.refunds.create({ charge, reverse_transfer: true, refund_application_fee: true });

    expect(await ledgerOf(charge)).toEqual([
      ['charge', AMOUNT],
      ['transfer', -AMOUNT],
      ['platform_earning', 12_345],
      ['platform_earning_refund', -12_345],
      ['transfer_reversal', AMOUNT],
      ['refund', -AMOUNT],
    ]);
  });

  it('is not made to an account that may have no money', async () => {
    const { id } = await provider.anAccount();

    await expect(toAccount(id)).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' });
  });

  it('alone has something to take back', async () => {
    const { charge } = await provider.aPayment();
    const refund = provider.stripe.refunds.create({ charge, reverse_transfer: true });

    await expect(refund).rejects.toMatchObject({ statusCode: 400, param: 'reverse_transfer' });
  });
});
