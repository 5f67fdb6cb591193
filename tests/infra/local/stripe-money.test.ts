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

  expect((await provider.stripe.refunds.list({ charge })).data).toMatchObject([{ id, status: ends }]);
  expect(provider.receivedEvents().find(({ type }) => type === event)).toMatchObject({
    data: { object: { id, status: ends } },
  });
  expect(await readLedger(charge)).toEqual([['charge', AMOUNT], ...movements]);
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
});
