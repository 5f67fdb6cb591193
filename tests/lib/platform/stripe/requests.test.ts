/**
 * Tests of the requests that this service sends to Stripe: path, parameters, idempotency key and number of attempts.
 */
import { ClientRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Expert } from '../../../../lib/domain/model/accounts/account.ts';
import type { Offer } from '../../../../lib/domain/model/offers/offer.ts';
import type { Payments } from '../../../../lib/domain/ports/payments.ts';
import { stripePayments } from '../../../../lib/platform/stripe/payments.ts';
import { type ReceivedRequest, startFakeServer } from '../../../support/fake-server.ts';

/** Response to every request. It contains the members that any of the methods needs. */
const OBJECT = {
  id: 'id_1',
  object: 'any',
  url: 'https://checkout.example',
  metadata: {},
  latest_charge: 'ch_1',
  data: [],
  has_more: false,
  amount: 450,
};

/** Starts a server with these responses, and returns the payments that use the server and the received requests. */
async function startPayments(
  respond: (count: number) => [status: number, body: object] = () => [200, OBJECT],
) {
  const { url, calls } = await startFakeServer((_, count) => {
    const [status, body] = respond(count);
    return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  });
  const environment = { FRONTEND_URL: 'https://www.testimony.example', STRIPE_URL: url };
  return { calls, payments: stripePayments(environment, async () => 'sk_test_1') };
}

/** Reads a request without the random key that Stripe's library adds to other POST requests. */
const readRequest = ({ method, path, headers, body }: ReceivedRequest) => {
  const [resource, query] = path.split('?');
  const key = String(headers['idempotency-key'] ?? 'stripe-node-retry');
  return {
    request: `${method} ${resource}`,
    ...(!key.startsWith('stripe-node-retry') && { key }),
    params: Object.fromEntries(new URLSearchParams(query ?? body.toString())),
  };
};

const EXPERT = {
  id: 'expert',
  email: 'jana@znalci.sk',
  firstName: 'Jana',
  lastName: 'Kováčová',
  bankAccount: { iban: 'SK3112000000198742637541' },
} as unknown as Expert;

const TESTIMONY_ID = '01a1fddd-ff47-7274-a9b4-e43d50a27f12';

const SESSION = {
  attempt: 'attempt-1',
  offer: {
    id: 'offer',
    testimonyId: TESTIMONY_ID,
    clientId: 'client',
    price: 3333,
    daysToComplete: 3,
    expert: EXPERT,
  } as unknown as Offer,
  email: 'peter@klienti.sk',
  frontendUrl: undefined,
  expiresAt: new Date('2026-06-15T10:30:00.001Z'),
};

const TRANSFER = {
  key: 'job-1',
  paymentId: 'pi_1',
  amount: 450,
  expert: { paymentAccountId: 'acct_1' } as Expert,
};
const PERIOD = { from: '2026-06-01T00:00:00.000Z', to: '2026-06-02T00:00:00.000Z' };

const createAccountParameters = (): Record<string, string> => ({
  type: 'express',
  country: 'SK',
  email: 'jana@znalci.sk',
  'business_profile[name]': 'Jana Kováčová',
  'business_profile[product_description]': 'Znalecké posudky nehnuteľností',
  'capabilities[card_payments][requested]': 'true',
  'capabilities[transfers][requested]': 'true',
  'metadata[expertId]': 'expert',
});

type Call = (payments: Payments) => Promise<unknown>;

/** Calls with the requests that they send, and with the total number of attempts when a request fails. */
const CALLS: Readonly<Record<string, readonly [call: Call, attempts: number, ...requests: object[]]>> = {
  openAccount: [
    payments => payments.openAccount(EXPERT, 'account-1'),
    1,
    {
      request: 'POST /v1/accounts',
      key: 'account-1',
      params: {
        ...createAccountParameters(),
        'external_account[object]': 'bank_account',
        'external_account[country]': 'SK',
        'external_account[currency]': 'eur',
        'external_account[account_holder_name]': 'Jana Kováčová',
        'external_account[account_number]': 'SK3112000000198742637541',
      },
    },
  ],
  createOnboardingLink: [
    payments => payments.createOnboardingLink('acct_1', undefined),
    1,
    {
      request: 'POST /v1/account_links',
      params: {
        account: 'acct_1',
        type: 'account_onboarding',
        return_url: 'https://www.testimony.example/payment-account/done',
        refresh_url: 'https://www.testimony.example/payment-account/again',
      },
    },
  ],
  createLoginLink: [
    payments => payments.createLoginLink('acct_1'),
    1,
    { request: 'POST /v1/accounts/acct_1/login_links', params: {} },
  ],
  findAccount: [
    payments => payments.findAccount('acct_1'),
    2,
    { request: 'GET /v1/accounts/acct_1', params: {} },
  ],
  openSession: [
    payments => payments.openSession(SESSION),
    2,
    {
      request: 'POST /v1/checkout/sessions',
      key: 'checkout-attempt-1',
      params: {
        mode: 'payment',
        locale: 'sk',
        'allowed_payment_method_types[0]': 'card',
        customer_email: 'peter@klienti.sk',
        client_reference_id: 'client',
        expires_at: String(Date.parse('2026-06-15T10:30:01Z') / 1000),
        'metadata[offerId]': 'offer',
        'metadata[testimonyId]': TESTIMONY_ID,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': '3333',
        'line_items[0][price_data][product_data][name]': 'Znalecký posudok',
        'line_items[0][price_data][product_data][description]':
          'Znalec Jana Kováčová, čas na vypracovanie 3 dni, číslo posudku 50A27F12',
        'custom_text[submit][message]': expect.stringMatching(
          /^Peniaze držíme u nás, kým znalec posudok neodovzdá\./,
        ),
        'adaptive_pricing[enabled]': 'false',
        'payment_intent_data[transfer_group]': TESTIMONY_ID,
        'payment_intent_data[metadata][offerId]': 'offer',
        'payment_intent_data[metadata][testimonyId]': TESTIMONY_ID,
        'payment_intent_data[receipt_email]': 'peter@klienti.sk',
        'payment_intent_data[statement_descriptor_suffix]': 'P-50A27F12',
        success_url: 'https://www.testimony.example/payment/success?sessionId={CHECKOUT_SESSION_ID}',
        cancel_url: `https://www.testimony.example/testimonies/${TESTIMONY_ID}`,
      },
    },
  ],
  findSession: [
    payments => payments.findSession('cs_1'),
    2,
    {
      request: 'GET /v1/checkout/sessions/cs_1',
      params: { 'expand[0]': 'payment_intent.latest_charge' },
    },
  ],
  closeSession: [
    payments => payments.closeSession('cs_1'),
    1,
    { request: 'POST /v1/checkout/sessions/cs_1/expire', params: {} },
  ],
  isOwnPayment: [
    payments => payments.isOwnPayment('pi_1'),
    1,
    { request: 'GET /v1/payment_intents/pi_1', params: {} },
  ],
  listRefunds: [
    payments => payments.listRefunds('pi_1'),
    1,
    { request: 'GET /v1/refunds', params: { payment_intent: 'pi_1', limit: '100' } },
  ],
  refund: [
    payments => payments.refund({ key: 'job-1', paymentId: 'pi_1', amount: 450 }),
    1,
    { request: 'POST /v1/refunds', key: 'job-1', params: { payment_intent: 'pi_1', amount: '450' } },
  ],
  'refund of an order': [
    payments => payments.refund({ key: 'job-1', paymentId: 'pi_1', amount: 450, orderId: 'order' }),
    1,
    {
      request: 'POST /v1/refunds',
      key: 'job-1',
      params: { payment_intent: 'pi_1', amount: '450', 'metadata[orderId]': 'order' },
    },
  ],
  transfer: [
    payments => payments.transfer({ ...TRANSFER, testimonyId: 'testimony' }),
    1,
    { request: 'GET /v1/payment_intents/pi_1', params: {} },
    {
      request: 'POST /v1/transfers',
      key: 'job-1',
      params: {
        amount: '450',
        currency: 'eur',
        destination: 'acct_1',
        source_transaction: 'ch_1',
        transfer_group: 'testimony',
      },
    },
  ],
  reverseTransfer: [
    payments => payments.reverseTransfer({ key: 'job-1', transferId: 'tr_1', amount: 450 }),
    1,
    { request: 'POST /v1/transfers/tr_1/reversals', key: 'job-1', params: { amount: '450' } },
  ],
  listTransfers: [
    payments => payments.listTransfers('testimony'),
    1,
    { request: 'GET /v1/transfers', params: { transfer_group: 'testimony', limit: '100' } },
  ],
  findTestimonyOfTransfer: [
    payments => payments.findTestimonyOfTransfer('tr_1'),
    1,
    { request: 'GET /v1/transfers/tr_1', params: {} },
  ],
  listDisputes: [
    payments => payments.listDisputes('pi_1'),
    1,
    { request: 'GET /v1/disputes', params: { payment_intent: 'pi_1', limit: '100' } },
  ],
  endTestDispute: [
    payments => payments.endTestDispute('du_1', 'lost'),
    1,
    {
      request: 'POST /v1/disputes/du_1',
      params: { 'evidence[uncategorized_text]': 'losing_evidence', submit: 'true' },
    },
  ],
  findDisputedPayment: [
    payments => payments.findDisputedPayment('du_1'),
    1,
    { request: 'GET /v1/disputes/du_1', params: {} },
  ],
  listTransactions: [
    payments => payments.listTransactions(PERIOD, 'txn_1'),
    1,
    {
      request: 'GET /v1/balance_transactions',
      params: {
        'created[gte]': String(Date.parse(PERIOD.from) / 1000),
        'created[lt]': String(Date.parse(PERIOD.to) / 1000),
        limit: '50',
        'expand[0]': 'data.source',
        starting_after: 'txn_1',
      },
    },
  ],
  findTransactions: [
    payments => payments.findTransactions('pi_1'),
    1,
    { request: 'GET /v1/payment_intents/pi_1', params: {} },
    {
      request: 'GET /v1/balance_transactions',
      params: { limit: '50', 'expand[0]': 'data.source', source: 'ch_1' },
    },
  ],
};

it('the table of expected requests has every method that sends requests to Stripe', async () => {
  const { payments } = await startPayments();
  const { hasTransactions, ...requesting } = payments;

  expect(hasTransactions('tr_1')).toBe(true);
  expect(Object.keys(CALLS)).toEqual(expect.arrayContaining(Object.keys(requesting)));
});

it.each(Object.entries(CALLS))(
  'a call sends exactly its expected requests to Stripe (%s)',
  async (_, [call, , ...requests]) => {
    const { payments, calls } = await startPayments();

    await call(payments);

    expect(calls.map(readRequest)).toEqual(requests);
  },
);

it('opening an account at Stripe times out after twenty seconds, other requests after five', async () => {
  const { payments } = await startPayments();
  const setTimeLimit = vi.spyOn(ClientRequest.prototype, 'setTimeout');
  onTestFinished(() => setTimeLimit.mockRestore());

  await payments.openAccount(EXPERT, 'account-1');
  await payments.findAccount('acct_1');

  const [opening = 0, other] = setTimeLimit.mock.calls.map(([milliseconds]) => milliseconds);
  expect(opening).toBeGreaterThan(19_000);
  expect(other).toBe(5000);
});

it('an account is opened without the bank account when Stripe rejects the bank account', async () => {
  const error = { type: 'invalid_request_error', param: 'external_account[account_number]', message: 'No.' };
  const { payments, calls } = await startPayments(count => (count === 1 ? [400, { error }] : [200, OBJECT]));

  expect(await payments.openAccount(EXPERT, 'account-1')).toBe('id_1');

  expect(calls.map(readRequest)[1]).toEqual({
    request: 'POST /v1/accounts',
    key: 'account-1-without-bank-account',
    params: createAccountParameters(),
  });
});

describe('requests that Stripe answers with an error', () => {
  beforeEach(() => {
    // Stripe's library waits for half a second before it repeats a request, so the test shortens the wait.
    const callSoon = (callback: (...args: unknown[]) => void, _: number, ...args: unknown[]) =>
      setImmediate(callback, ...args);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(callSoon as unknown as typeof setTimeout);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const failures = Object.entries(CALLS).flatMap(([name, [call, attempts, ...requests]]) =>
    requests.map((_, at) => ({ name, number: at + 1, call, attempts, requests })),
  );
  it.each(failures)(
    'a failing request is sent $attempts times in total ($name, request $number)',
    async ({ number, call, attempts, requests }) => {
      const error = { type: 'api_error', message: 'No.' };
      const { payments, calls } = await startPayments(count =>
        count < number ? [200, OBJECT] : [500, { error }],
      );

      await expect(call(payments)).rejects.toThrow();

      const before = requests.slice(0, number - 1);
      expect(calls.map(readRequest)).toEqual([...before, ...Array(attempts).fill(requests[number - 1])]);
    },
  );
});
