/** Tests of the Stripe emulator's disputes: partial disputes, fees, inquiries, and refunds of disputed charges. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DISPUTE_FEE_CENTS } from '../../../infra/local/stripe/ledger.ts';
import { type Provider, startProvider } from './start-provider.ts';

const AMOUNT = 123_450;

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** Returns the kind, amount and fee of each movement of a charge after its payment. */
async function readMovements(charge: string): Promise<[string, number, number][]> {
  const { data } = await provider.control(`ledger?charge=${charge}`);
  return data
    .slice(1)
    .map(({ kind, amount, fee }: { kind: string; amount: number; fee: number }) => [kind, amount, fee]);
}

it('a partial dispute takes the disputed amount and the dispute fee from the balance', async () => {
  const { charge, intent } = await provider.createPayment();

  const { id } = await provider.control('disputes', { payment_intent: intent, amount: 40_000 });

  expect(await provider.stripe.disputes.retrieve(id)).toMatchObject({
    amount: 40_000,
    charge,
    status: 'needs_response',
    balance_transactions: [{ amount: -40_000, fee: DISPUTE_FEE_CENTS, net: -40_000 - DISPUTE_FEE_CENTS }],
  });
  expect(await readMovements(charge)).toEqual([['dispute', -40_000, DISPUTE_FEE_CENTS]]);
});

it.each([
  ['winning_evidence', 'won', 40_000],
  ['losing_evidence', 'lost', 0],
])('the evidence %s ends a dispute as %s', async (uncategorized_text, status, returned) => {
  const { charge } = await provider.createPayment();
  const { id } = await provider.control('disputes', { charge, amount: 40_000 });
  const submit = () =>
    provider.stripe.disputes.update(id, { evidence: { uncategorized_text }, submit: true });

  expect(await submit()).toMatchObject({ id, status });

  const [, reversal] = await readMovements(charge);
  expect(reversal?.[1] ?? 0).toBe(returned);
  await expect(submit()).rejects.toMatchObject({ statusCode: 400 });
});

it('evidence of which the test mode knows no outcome is rejected', async () => {
  const { charge } = await provider.createPayment();
  const { id } = await provider.control('disputes', { charge });

  await expect(
    provider.stripe.disputes.update(id, { evidence: { uncategorized_text: 'A receipt.' }, submit: true }),
  ).rejects.toMatchObject({ statusCode: 400 });
  expect(await provider.stripe.disputes.retrieve(id)).toMatchObject({ status: 'needs_response' });
});

it('a won dispute returns the disputed amount and the dispute fee to the balance', async () => {
  const { charge } = await provider.createPayment();
  const { id } = await provider.control('disputes', { charge, amount: 40_000 });

  await provider.control(`disputes/${id}`, { status: 'won' });

  expect(await readMovements(charge)).toEqual([
    ['dispute', -40_000, DISPUTE_FEE_CENTS],
    ['dispute_reversal', 40_000, -DISPUTE_FEE_CENTS],
  ]);
  expect(await provider.stripe.refunds.create({ charge })).toMatchObject({ amount: AMOUNT });
});
