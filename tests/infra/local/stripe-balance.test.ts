/** Tests of the Stripe emulator's balance: balance transactions, fees, payouts, and refunds that wait for money. */
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DISPUTE_FEE_CENTS, OPENING_BALANCE_CENTS } from '../../../infra/local/stripe/ledger.ts';
import { type Provider, startProvider, submitForm } from './start-provider.ts';

const AMOUNT = 123_450;
/** Fee for a charge of this amount: 1.5 % and 25 cents. */
const FEE = 1_877;
const WEEK_SECONDS = 7 * 24 * 3600;

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.stop());

const listTransactions = (params: Stripe.BalanceTransactionListParams = {}) =>
  provider.stripe.balanceTransactions.list(params).autoPagingToArray({ limit: 1000 });

/** Returns the available and the pending balance. */
async function readBalance(): Promise<(number | undefined)[]> {
  const { available, pending } = await provider.stripe.balance.retrieve();
  return [available[0]?.amount, pending[0]?.amount];
}

describe('balance transactions of the Stripe emulator', () => {
  it('the Stripe emulator records each movement of money as a balance transaction with fee, net amount and source', async () => {
    const { url, charge } = await provider.createPayment();
    const { id: account } = await provider.createVerifiedAccount();
    const transfer = await provider.stripe.transfers.create({
      amount: 100_000,
      currency: 'eur',
      destination: account,
      source_transaction: charge,
    });
    const reversal = await provider.stripe.transfers.createReversal(transfer.id, { amount: 40_000 });
    const refund = await provider.stripe.refunds.create({ charge, amount: 450 });
    await provider.control(`refunds/${refund.id}`, { status: 'failed' });
    await submitForm(url, { outcome: 'dispute', amount: '50000' });
    await submitForm(url, { outcome: 'dispute-won' });
    const [dispute] = (await provider.stripe.disputes.list()).data;
    const { id: payout } = await provider.control('payouts', { amount: 1_000 });

    const transactions = (await listTransactions()).reverse();

    expect(
      transactions.map(({ type, reporting_category, amount, fee, source }) => ({
        type,
        category: reporting_category,
        amount,
        fee,
        source,
      })),
    ).toEqual([
      expect.objectContaining({ type: 'topup', amount: OPENING_BALANCE_CENTS, fee: 0 }),
      { type: 'charge', category: 'charge', amount: AMOUNT, fee: FEE, source: charge },
      { type: 'transfer', category: 'transfer', amount: -100_000, fee: 0, source: transfer.id },
      {
        type: 'transfer_refund',
        category: 'transfer_reversal',
        amount: 40_000,
        fee: 0,
        source: reversal.id,
      },
      { type: 'refund', category: 'refund', amount: -450, fee: 0, source: refund.id },
      { type: 'refund_failure', category: 'refund_failure', amount: 450, fee: 0, source: refund.id },
      {
        type: 'adjustment',
        category: 'dispute',
        amount: -50_000,
        fee: DISPUTE_FEE_CENTS,
        source: dispute?.id,
      },
      {
        type: 'adjustment',
        category: 'dispute_reversal',
        amount: 50_000,
        fee: -DISPUTE_FEE_CENTS,
        source: dispute?.id,
      },
      { type: 'payout', category: 'payout', amount: -1_000, fee: 0, source: payout },
    ]);
    for (const { amount, fee, net } of transactions) expect(net).toBe(amount - fee);
    const [available, pending] = await readBalance();
    expect(Number(available) + Number(pending)).toBe(transactions.reduce((sum, { net }) => sum + net, 0));
  });

  describe('lists of balance transactions in the Stripe emulator', () => {
    /** Creates two payments, one an hour after the other, and returns their charges' transactions. */
    async function createTransactions() {
      const first = await provider.createPayment();
      await provider.control('clock', { advanceSeconds: 3600 });
      const second = await provider.createPayment();
      const [later, earlier] = await listTransactions({ expand: ['data.source'] });
      return { first, second, later, earlier };
    }

    it('the list of balance transactions has their sources', async () => {
      const { first, second, later, earlier } = await createTransactions();

      expect([later?.source, earlier?.source]).toMatchObject([
        { id: second.charge, object: 'charge', payment_intent: second.intent },
        { id: first.charge, object: 'charge' },
      ]);
    });

    it('the list of balance transactions has pages', async () => {
      const { later, earlier } = await createTransactions();
      const { balanceTransactions } = provider.stripe;

      expect(await balanceTransactions.list({ limit: 1 })).toMatchObject({
        data: [{ id: later?.id }],
        has_more: true,
      });
      expect(await balanceTransactions.list({ limit: 1, starting_after: String(later?.id) })).toMatchObject({
        data: [{ id: earlier?.id }],
        has_more: true,
      });
    });

    it('the list of balance transactions can be filtered by source', async () => {
      const { first, earlier } = await createTransactions();

      expect(await listTransactions({ source: first.charge })).toMatchObject([{ id: earlier?.id }]);
    });

    it('the list of balance transactions can be filtered by time', async () => {
      const { later, earlier } = await createTransactions();
      const since = Number(earlier?.created) + 1;

      expect(await listTransactions({ created: { gte: since } })).toMatchObject([{ id: later?.id }]);
      expect(await listTransactions({ created: { gte: since - 1, lt: since } })).toMatchObject([
        { id: earlier?.id },
      ]);
    });
  });

  it('the sources of the balance transactions of payouts, charges and top-ups can be expanded', async () => {
    await provider.createPayment();
    await provider.control('payouts', { status: 'failed' });

    const transactions = await listTransactions({ expand: ['data.source'] });

    expect(transactions.map(({ source }) => (source as { object: string }).object)).toEqual([
      'payout',
      'payout',
      'charge',
      'topup',
    ]);
  });

  it('the amount of a charge minus its fee is pending for a week', async () => {
    await provider.createPayment();
    expect(await readBalance()).toEqual([OPENING_BALANCE_CENTS, AMOUNT - FEE]);

    await provider.control('clock', { advanceSeconds: WEEK_SECONDS });

    expect(await readBalance()).toEqual([OPENING_BALANCE_CENTS + AMOUNT - FEE, 0]);
  });
});

describe('refunds in the Stripe emulator that exceed the available balance', () => {
  /** Pays out the available balance of the platform and refunds a new payment. */
  async function refundWithoutFunds(): Promise<string> {
    const { charge } = await provider.createPayment();
    await provider.control('payouts', {});
    const refund = await provider.stripe.refunds.create({ charge });
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds' });
    expect(await readBalance()).toEqual([-AMOUNT, AMOUNT - FEE]);
    return refund.id;
  }
  const readStatus = async (id: string) => (await provider.stripe.refunds.retrieve(id)).status;

  it('a refund above the available balance stays pending until the platform adds funds', async () => {
    const id = await refundWithoutFunds();
    await provider.control('topups', { amount: AMOUNT - 1 });
    await provider.control('clock', { advanceSeconds: 1 });
    expect(await readStatus(id)).toBe('pending');

    await provider.control('topups', { amount: 1 });

    expect(await readStatus(id)).toBe('succeeded');
    expect(provider.receivedEvents().at(-1)).toMatchObject({
      type: 'refund.updated',
      data: { object: { id, status: 'succeeded' } },
    });
  });

  it('a refund above the available balance succeeds when the money of enough charges is available', async () => {
    const id = await refundWithoutFunds();
    await provider.createPayment();

    await provider.control('clock', { advanceSeconds: WEEK_SECONDS });

    expect(await readStatus(id)).toBe('succeeded');
    expect(await readBalance()).toEqual([AMOUNT - 2 * FEE, 0]);
  });

  it('a refund that waits for funds returns its amount to the balance when it is cancelled', async () => {
    const id = await refundWithoutFunds();

    await provider.control(`refunds/${id}`, { status: 'canceled' });

    expect(await provider.stripe.refunds.retrieve(id)).toMatchObject({
      status: 'canceled',
      failure_balance_transaction: expect.stringMatching(/^txn_/),
    });
    expect(await readBalance()).toEqual([0, AMOUNT - FEE]);
  });
});

it('a payout of the platform cannot exceed the available balance', async () => {
  const payout = provider.control('payouts', { amount: OPENING_BALANCE_CENTS + 1 });

  await expect(payout).rejects.toThrow('balance_insufficient');
});

it('a failed payout of a connected account does not change the balance of the account', async () => {
  const { id: account } = await provider.createVerifiedAccount();
  const { charge } = await provider.createPayment();
  const transfer = { amount: 5_000, currency: 'eur', destination: account, source_transaction: charge };
  await provider.stripe.transfers.create(transfer);

  const failed = await provider.control('payouts', { account, status: 'failed' });
  const paid = await provider.control('payouts', { account });

  expect([failed.amount, paid.amount]).toEqual([5_000, 5_000]);
  await expect(provider.control('payouts', { account })).rejects.toThrow('balance_insufficient');
  expect(failed).toMatchObject({ status: 'failed' });
  expect((await listTransactions()).map(({ type }) => type)).toEqual(['transfer', 'charge', 'topup']);
});
