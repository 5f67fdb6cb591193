/** Tests of the Stripe emulator's disputes: partial disputes, fees, inquiries, and refunds of disputed charges. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DISPUTE_FEE_CENTS } from '../../../infra/local/stripe/ledger.ts';
import { type Provider, startProvider, submitForm } from './start-provider.ts';

const AMOUNT = 123_450;
const DAY_SECONDS = 24 * 3600;

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

const listEventTypes = (start: number) => provider.receivedEvents(start).map(({ type }) => type);

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

it('the undisputed part of a charge can be refunded only after the dispute is lost', async () => {
  const { charge } = await provider.createPayment();
  const { id } = await provider.control('disputes', { charge, amount: 40_000 });
  const refund = (amount?: number) => provider.stripe.refunds.create({ charge, ...(amount && { amount }) });
  await expect(refund(100)).rejects.toMatchObject({ code: 'charge_disputed' });

  await provider.control(`disputes/${id}`, { status: 'lost' });

  await expect(refund(AMOUNT - 40_000 + 1)).rejects.toMatchObject({ param: 'amount' });
  expect(await refund()).toMatchObject({ amount: AMOUNT - 40_000 });
  await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' });
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

it('a partly won dispute has the status lost, and its balance transactions contain the returned part without the fee', async () => {
  const { url, charge, intent } = await provider.createPayment();
  const { id } = await provider.control('disputes', { payment_intent: intent, amount: 40_000 });
  const calls = provider.api.calls.length;

  await submitForm(url, { outcome: 'dispute-partly-won', amount: '15000' });

  expect(await provider.stripe.disputes.retrieve(id)).toMatchObject({
    amount: 40_000,
    status: 'lost',
    balance_transactions: [{ amount: -40_000 }, { amount: 15_000, fee: 0 }],
  });
  expect(listEventTypes(calls)).toEqual(['charge.dispute.funds_reinstated', 'charge.dispute.closed']);
  expect(await readMovements(charge)).toEqual([
    ['dispute', -40_000, DISPUTE_FEE_CENTS],
    ['dispute_reversal', 15_000, 0],
  ]);
  expect(await provider.stripe.refunds.create({ charge })).toMatchObject({ amount: AMOUNT - 25_000 });
});

it.each([
  ['the whole amount of a lost dispute', { status: 'lost', reinstated: 40_000 }],
  ['a part of a won dispute', { status: 'won', reinstated: 100 }],
])('the Stripe emulator does not reinstate %s as a part of a lost dispute', async (_, body) => {
  const { charge } = await provider.createPayment();
  const { id } = await provider.control('disputes', { charge, amount: 40_000 });

  await expect(provider.control(`disputes/${id}`, body)).rejects.toThrow('reinstated');
});

it('the payment page of the Stripe emulator opens a dispute of the entered amount', async () => {
  const { url, charge } = await provider.createPayment();

  await submitForm(url, { outcome: 'dispute', amount: '12345' });

  expect(await readMovements(charge)).toEqual([['dispute', -12_345, DISPUTE_FEE_CENTS]]);
});

it('a dispute makes the pending refunds of its charge fail', async () => {
  await provider.control('refunds', { begins: 'pending', afterSeconds: null });
  const { charge } = await provider.createPayment();
  const { id } = await provider.stripe.refunds.create({ charge });

  await provider.control('disputes', { charge });

  expect(await provider.stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' });
  expect(await readMovements(charge)).toEqual([
    ['refund', -AMOUNT, 0],
    ['refund_failure', AMOUNT, 0],
    ['dispute', -AMOUNT, DISPUTE_FEE_CENTS],
  ]);
  await provider.control('refunds', {});
});

it.each([
  ['exceeds the charge', { amount: AMOUNT + 1 }],
  ['is zero', { amount: 0 }],
])('the Stripe emulator rejects a dispute whose amount %s', async (_, change) => {
  const { charge } = await provider.createPayment();

  await expect(provider.control('disputes', { charge, ...change })).rejects.toThrow('amount');
});

it('a charge has at most one open dispute, which can be closed only once', async () => {
  const { charge } = await provider.createPayment();
  const { id } = await provider.control('disputes', { charge, amount: 100 });
  await expect(provider.control('disputes', { charge })).rejects.toThrow('disputed already');
  await expect(provider.control(`disputes/${id}`, { status: 'warning_closed' })).rejects.toThrow('cannot');
  await provider.control(`disputes/${id}`, { status: 'lost' });

  await expect(provider.control(`disputes/${id}`, { status: 'won' })).rejects.toThrow('cannot');
  expect(await provider.control('disputes', { charge, amount: 200 })).toMatchObject({ amount: 200 });
});

it('an inquiry has a deadline, takes no money and can be closed', async () => {
  const { url, charge } = await provider.createPayment();
  const calls = provider.api.calls.length;

  await submitForm(url, { outcome: 'inquiry' });

  const [inquiry] = (await provider.stripe.disputes.list()).data;
  expect(inquiry).toMatchObject({
    amount: AMOUNT,
    charge,
    status: 'warning_needs_response',
    balance_transactions: [],
  });
  const dueSeconds = Number(inquiry?.evidence_details.due_by) - Number(inquiry?.created);
  expect(dueSeconds).toBeGreaterThan(DAY_SECONDS);
  await submitForm(url, { outcome: 'inquiry-closed' });
  expect(await provider.stripe.disputes.retrieve(String(inquiry?.id))).toMatchObject({
    status: 'warning_closed',
  });
  expect(listEventTypes(calls)).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
  expect(await readMovements(charge)).toEqual([]);
});

it('an inquiry takes the disputed amount when it becomes a dispute', async () => {
  const { url, charge } = await provider.createPayment();
  const { id } = await provider.control('disputes', { charge, amount: 500, inquiry: true });
  const calls = provider.api.calls.length;

  await provider.control(`disputes/${id}`, { status: 'needs_response' });

  expect(listEventTypes(calls)).toEqual(['charge.dispute.updated', 'charge.dispute.funds_withdrawn']);
  expect(await readMovements(charge)).toEqual([['dispute', -500, DISPUTE_FEE_CENTS]]);
  await submitForm(url, { outcome: 'dispute-lost' });
  expect(await provider.stripe.disputes.retrieve(id)).toMatchObject({ status: 'lost' });
});

it('an inquiry is closed by a full refund, but not by a partial refund', async () => {
  const { charge } = await provider.createPayment();
  const { id } = await provider.control('disputes', { charge, inquiry: true });
  const readStatus = async () => (await provider.stripe.disputes.retrieve(id)).status;
  await provider.stripe.refunds.create({ charge, amount: 100 });
  expect(await readStatus()).toBe('warning_needs_response');

  await provider.stripe.refunds.create({ charge });

  expect(await readStatus()).toBe('warning_closed');
});
