/** What the stand-in holds calls and answers against is what Stripe's library says, no more and no less. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { complete } from '../../../infra/local/stripe/description/complete.ts';
import { describeStripe } from '../../../infra/local/stripe/description/describe.ts';
import { description } from '../../../infra/local/stripe/description/description.ts';
import { type Provider, startProvider, submit } from './stripe.ts';

it('the description is as `npm run stripe` would write it', () => {
  expect(describeStripe()).toEqual(description);
}, 60_000);

describe('the description', () => {
  it('has nested parameters, lists, maps, enums and what is required', () => {
    expect(description.parameters['POST /v1/checkout/sessions']).toMatchObject({
      'expand[]': 'string',
      expires_at: 'number',
      mode: 'payment|setup|subscription',
      'metadata{}': 'string',
      'line_items[][price_data][currency]': 'required string',
      'payment_intent_data[transfer_data][destination]': 'required string',
    });
    expect(description.parameters['POST /v1/transfers']).toEqual({
      amount: 'number',
      currency: 'required string',
      description: 'string',
      destination: 'required string',
      'expand[]': 'string',
      'metadata{}': 'string',
      source_transaction: 'string',
      source_type: 'bank_account|card|fpx',
      transfer_group: 'string',
    });
  });

  it('has the members that an object always has', () => {
    expect(description.members.refund).toMatchObject({
      amount: 'number',
      balance_transaction: 'string or null',
      object: 'refund',
      status: 'string or null',
    });
    expect(description.members.refund).not.toHaveProperty('failure_reason');
  });
});

describe('an object', () => {
  const link = { object: 'account_link', created: 1, expires_at: 2, url: 'http://127.0.0.1' };

  it('gets the members that nothing is known of', () => {
    const refund = complete('refund', {
      id: 're_1',
      object: 'refund',
      amount: 1,
      created: 1,
      currency: 'eur',
    });

    expect(refund).toMatchObject({ balance_transaction: null, charge: null, reason: null });
  });

  it.each([
    ['without a member', { url: undefined }],
    ['with a member of another kind', { expires_at: '2' }],
    ['of another kind', { object: 'link' }],
  ])('is not told %s', (_, change) => {
    expect(complete('account_link', link)).toEqual(link);

    expect(() => complete('account_link', { ...link, ...change })).toThrow('account_link.');
  });
});

it('everything that the API is told has all its members, whatever happened', async () => {
  const provider = await startProvider();
  const [delayed, failed, disputed, returned] = await Promise.all([
    provider.aSession(),
    provider.aSession(),
    provider.aPayment(),
    provider.aPayment(),
  ]);
  await submit(delayed.url, { outcome: 'declined' });
  await submit(delayed.url, { outcome: 'delayed-succeeds' });
  await submit(failed.url, { outcome: 'delayed-fails' });
  await submit(disputed.url, { outcome: 'dispute' });
  await submit(disputed.url, { outcome: 'dispute-won' });
  await submit(returned.url, { outcome: 'refunds-fail' });
  await submit(returned.url, { outcome: 'refund' });
  const { id: destination } = await provider.aVerifiedAccount();
  const sent = { amount: 100, currency: 'eur', destination, source_transaction: disputed.charge };
  await provider.stripe.transfers.createReversal((await provider.stripe.transfers.create(sent)).id);
  await provider.stripe.checkout.sessions.expire((await provider.aSession()).id);
  await provider.control('clock', { advanceSeconds: 60 });

  const { data } = await provider.control('events');

  for (const { data: told } of data) expect(complete(told.object.object, told.object)).toEqual(told.object);
  expect([...new Set(data.map(({ type }: Stripe.Event) => type))].sort()).toEqual([
    'account.updated',
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.refunded',
    'checkout.session.async_payment_failed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.completed',
    'checkout.session.expired',
    'payment_intent.payment_failed',
    'refund.created',
    'refund.failed',
    'refund.updated',
    'transfer.created',
    'transfer.reversed',
  ]);
  await provider.stop();
});

describe("a call's parameters", () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());

  it.each<[string, object, object]>([
    [
      'an unknown one',
      { expires_in: 1800 },
      { code: 'parameter_unknown', param: 'expires_in', message: 'Received unknown parameter: expires_in' },
    ],
    [
      'an unknown one inside of another',
      { payment_intent_data: { transfer_grup: 'x' } },
      { code: 'parameter_unknown', param: 'payment_intent_data[transfer_grup]' },
    ],
    ['a value that is none of its enum', { locale: 'sk-SK' }, { param: 'locale' }],
    [
      'a value that is none of its enum, in a list',
      { allowed_payment_method_types: ['card', 'cash'] },
      { param: 'allowed_payment_method_types[1]' },
    ],
    ['no whole number', { expires_at: 1.5 }, { code: 'parameter_invalid_integer', param: 'expires_at' }],
    ['neither true nor false', { allow_promotion_codes: 'yes' }, { param: 'allow_promotion_codes' }],
    ['an empty text', { customer_email: '' }, { code: 'parameter_invalid_empty', param: 'customer_email' }],
    [
      'a neighbour that is missing',
      { line_items: [{ quantity: 1, price_data: { unit_amount: 100, product_data: { name: 'x' } } }] },
      { code: 'parameter_missing', param: 'line_items[0][price_data][currency]' },
    ],
  ])('are refused for %s', async (_, change, error) => {
    const session = provider.aSession(change as Stripe.Checkout.SessionCreateParams);

    await expect(session).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      ...error,
    });
  });

  it('may be all that the description knows', async () => {
    const session = await provider.aSession({
      allowed_payment_method_types: ['card'],
      metadata: { 'a-key': 'a value', another: '' },
      expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
      expand: ['payment_intent'],
    });

    expect(session).toMatchObject({
      allowed_payment_method_types: ['card'],
      metadata: { 'a-key': 'a value' },
    });
  });

  it('are refused of a question as well', async () => {
    const list = provider.stripe.refunds.list({ limit: 10, offset: 3 } as Stripe.RefundListParams);

    await expect(list).rejects.toMatchObject({ code: 'parameter_unknown', param: 'offset' });
  });
});
