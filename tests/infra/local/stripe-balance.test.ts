/** Tests of the Stripe emulator's balance: balance transactions, fees, payouts, and refunds that wait for money. */
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DISPUTE_FEE_CENTS, OPENING_BALANCE_CENTS } from '../../../infra/local/stripe/ledger.ts';
import { type Provider, startProvider, submitForm } from './start-provider.ts';

const AMOUNT = 123_450;
/** Fee for a charge of this amount: 1.5 % and 25 cents. */
const FEE = 1_877;

let provider: Provider;
beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.stop());

const listTransactions = (params: Stripe.BalanceTransactionListParams = {}) =>
  provider.stripe.balanceTransactions.list(params).autoPagingToArray({ limit: 1000 });

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
      transactions.map(({ reporting_category, amount, fee, source }) => ({
        category: reporting_category,
        amount,
        fee,
        source,
      })),
    ).toEqual([
      expect.objectContaining({ category: 'topup', amount: OPENING_BALANCE_CENTS, fee: 0 }),
      { category: 'charge', amount: AMOUNT, fee: FEE, source: charge },
      { category: 'transfer', amount: -100_000, fee: 0, source: transfer.id },
      {
        category: 'transfer_reversal',
        amount: 40_000,
        fee: 0,
        source: reversal.id,
      },
      { category: 'refund', amount: -450, fee: 0, source: refund.id },
      { category: 'refund_failure', amount: 450, fee: 0, source: refund.id },
      {
        category: 'dispute',
        amount: -50_000,
        fee: DISPUTE_FEE_CENTS,
        source: dispute?.id,
      },
      {
        category: 'dispute_reversal',
        amount: 50_000,
        fee: -DISPUTE_FEE_CENTS,
        source: dispute?.id,
      },
      { category: 'payout', amount: -1_000, fee: 0, source: payout },
    ]);
    for (const { amount, fee, net } of transactions) expect(net).toBe(amount - fee);
  });
});

describe('refunds in the Stripe emulator that exceed the available balance', () => {
  /** Pays out the available balance of the platform and refunds a new payment. */
  async function refundWithoutFunds(): Promise<string> {
    const { charge } = await provider.createPayment();
    await provider.control('payouts', {});
    const refund = await provider.stripe.refunds.create({ charge });
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds' });
    return refund.id;
  }
  const readStatus = async () => (await provider.stripe.refunds.list()).data[0]?.status;

  it('a refund above the available balance stays pending until the platform adds funds', async () => {
    const id = await refundWithoutFunds();
    await provider.control('topups', { amount: AMOUNT - 1 });
    await provider.control('clock', { advanceSeconds: 1 });
    expect(await readStatus()).toBe('pending');

    await provider.control('topups', { amount: 1 });

    expect(await readStatus()).toBe('succeeded');
    expect(provider.receivedEvents().at(-1)).toMatchObject({
      type: 'refund.updated',
      data: { object: { id, status: 'succeeded' } },
    });
  });
});
