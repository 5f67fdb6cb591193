/**
 * Tests of the Stripe emulator's refunds and transfers: rejected requests and recorded movements of money.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider } from './start-provider.ts';

const AMOUNT = 123_450;

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterEach(() => provider.control('refunds', {}));
afterAll(() => provider.stop());

/** Returns the kind and the amount of each movement of money that belongs to a charge. */
async function readLedger(charge: string): Promise<[string, number][]> {
  const { data } = await provider.control(`ledger?charge=${charge}`);
  return data.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]);
}

it('the Stripe emulator refunds parts of a payment up to the paid amount', async () => {
  const { intent, charge } = await provider.createPayment();
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
  expect(await readLedger(charge)).toEqual([
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
])('a refund of the Stripe emulator is pending until it has %s', async (ends, event, movements) => {
  await provider.control('refunds', { begins: 'pending', ends, afterSeconds: 100 });
  const { intent, charge } = await provider.createPayment();
  const { id, status, pending_reason } = await provider.stripe.refunds.create({ payment_intent: intent });
  expect({ status, pending_reason }).toEqual({ status: 'pending', pending_reason: 'processing' });
  expect(provider.receivedEvents().map(({ type }) => type)).not.toContain(event);

  await provider.control('clock', { advanceSeconds: 100 });

  expect(await provider.stripe.refunds.retrieve(id)).toMatchObject({ status: ends });
  expect(provider.receivedEvents().find(({ type }) => type === event)).toMatchObject({
    data: { object: { id, status: ends } },
  });
  expect(await readLedger(charge)).toEqual([['charge', AMOUNT], ...movements]);
});

it('the Stripe emulator accepts another refund after a successful refund has failed', async () => {
  await provider.control('refunds', { begins: 'succeeded', ends: 'failed', afterSeconds: null });
  const { intent, charge } = await provider.createPayment();
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

describe('transfers in the Stripe emulator', () => {
  const send = (destination: string, source_transaction: string, change: object = {}) =>
    provider.stripe.transfers.create({
      amount: 100_000,
      currency: 'eur',
      destination,
      source_transaction,
      ...change,
    });

  it('transfers have the transfer group of their charge and do not exceed its amount', async () => {
    const { id: account } = await provider.createVerifiedAccount();
    const { charge } = await provider.createPayment();
    const transfer = await send(account, charge);
    expect(transfer).toMatchObject({
      amount: 100_000,
      destination: account,
      source_transaction: charge,
      transfer_group: 'testimony-1',
      reversed: false,
    });

    const more = send(account, charge, { amount: 23_451 });
    await expect(more).rejects.toThrow('must not exceed the source amount of €1234.50');
    expect(await send(account, charge, { amount: 23_450 })).toMatchObject({ amount: 23_450 });
    expect(await readLedger(charge)).toEqual([
      ['charge', AMOUNT],
      ['transfer', -100_000],
      ['transfer', -23_450],
    ]);
    const { data } = await provider.stripe.transfers.list({ transfer_group: 'testimony-1', limit: 2 });
    expect(data.map(({ amount }) => amount)).toEqual([23_450, 100_000]);
    expect(data[1]).toEqual(await provider.stripe.transfers.retrieve(transfer.id));
  });

  it('the Stripe emulator rejects a transfer to an account that cannot receive transfers', async () => {
    const { id } = await provider.createAccount();
    const { charge } = await provider.createPayment();

    await expect(send(id, charge)).rejects.toMatchObject({
      statusCode: 400,
      code: 'insufficient_capabilities_for_transfer',
    });
  });

  it('the Stripe emulator rejects a transfer to an unknown account', async () => {
    const { charge } = await provider.createPayment();

    await expect(send('acct_1', charge)).rejects.toMatchObject({
      message: "No such destination: 'acct_1'",
      code: 'resource_missing',
      param: 'destination',
    });
  });

  it.each([
    ['an unknown charge', { source_transaction: 'ch_1' }, 'source_transaction'],
    ['an amount of zero', { amount: 0 }, 'amount'],
    ['US dollars', { currency: 'usd' }, 'currency'],
  ])('the Stripe emulator rejects a transfer with %s', async (_, change, param) => {
    const { id } = await provider.createVerifiedAccount();
    const { charge } = await provider.createPayment();

    await expect(send(id, charge, change)).rejects.toMatchObject({ statusCode: 400, param });
  });

  it('the Stripe emulator rejects a transfer whose transfer group differs from that of its charge', async () => {
    const { id } = await provider.createVerifiedAccount();
    const { charge } = await provider.createPayment();

    const transfer = send(id, charge, { transfer_group: 'testimony-2' });

    await expect(transfer).rejects.toMatchObject({ statusCode: 400, param: 'transfer_group' });
  });

  it('the Stripe emulator reverses a transfer in parts up to its amount', async () => {
    const { id } = await provider.createVerifiedAccount();
    const { charge } = await provider.createPayment();
    const transfer = await send(id, charge);

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
    });
    const { data } = await provider.stripe.transfers.listReversals(transfer.id);
    expect(data.map(({ amount }) => amount)).toEqual([60_000, 40_000]);
    expect((await readLedger(charge)).slice(1)).toEqual([
      ['transfer', -100_000],
      ['transfer_reversal', 40_000],
      ['transfer_reversal', 60_000],
    ]);
  });

  it('the Stripe emulator reverses a transfer once when the request is repeated with the same idempotency key', async () => {
    const { id } = await provider.createVerifiedAccount();
    const { charge } = await provider.createPayment();
    const transfer = await send(id, charge);
    const reverse = () =>
      provider.stripe.transfers.createReversal(
        transfer.id,
        { amount: 30_000 },
        { idempotencyKey: `reversal-${transfer.id}` },
      );

    const reversal = await reverse();

    expect(reversal).toMatchObject({ amount: 30_000, transfer: transfer.id });
    expect(await reverse()).toEqual(reversal);
    expect(await provider.stripe.transfers.retrieve(transfer.id)).toMatchObject({ amount_reversed: 30_000 });
  });

  it('the Stripe emulator rejects a reversal that exceeds the balance of the connected account', async () => {
    const { id: account } = await provider.createVerifiedAccount();
    const { charge } = await provider.createPayment();
    const { id } = await send(account, charge);
    await provider.control('payouts', { account, amount: 60_000 });

    await expect(provider.stripe.transfers.createReversal(id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'balance_insufficient',
    });

    expect(await provider.stripe.transfers.createReversal(id, { amount: 40_000 })).toMatchObject({
      amount: 40_000,
    });
  });
});
