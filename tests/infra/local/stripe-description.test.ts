/** Tests of the emulator's description of Stripe's API, with which parameters and objects are checked. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStripe } from '../../../infra/local/stripe/description/describe-stripe.ts';
import { description } from '../../../infra/local/stripe/description/description.ts';
import { addMissingMembers } from '../../../infra/local/stripe/description/missing-members.ts';
import { type Provider, startProvider, submitForm } from './start-provider.ts';

it('the Stripe API description in git equals the output of `npm run stripe`', () => {
  expect(describeStripe()).toEqual(description);
}, 60_000);

describe('the Stripe API description', () => {
  it('contains nested parameters, lists, maps, enums and required parameters', () => {
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

  it('contains the required members of an object, and no optional ones', () => {
    expect(description.members.refund).toMatchObject({
      amount: 'number',
      balance_transaction: 'string or null',
      object: 'refund',
      status: 'string or null',
    });
    expect(description.members.refund).not.toHaveProperty('failure_reason');
  });
});

describe('addMissingMembers', () => {
  const link = { object: 'account_link', created: 1, expires_at: 2, url: 'http://127.0.0.1' };

  it('addMissingMembers adds missing nullable members as null', () => {
    const refund = addMissingMembers('refund', {
      id: 're_1',
      object: 'refund',
      amount: 1,
      created: 1,
      currency: 'eur',
    });

    expect(refund).toMatchObject({ balance_transaction: null, charge: null, reason: null });
  });

  it.each([
    ['a required member is missing', { url: undefined }],
    ['a member has another type', { expires_at: '2' }],
    ['the object is of another kind', { object: 'link' }],
  ])('addMissingMembers throws when %s', (_, change) => {
    expect(addMissingMembers('account_link', link)).toEqual(link);

    expect(() => addMissingMembers('account_link', { ...link, ...change })).toThrow('account_link.');
  });
});

it('events of every type contain a complete object', async () => {
  const provider = await startProvider();
  const [declined, disputed, returned] = await Promise.all([
    provider.createSession(),
    provider.createPayment(),
    provider.createPayment(),
  ]);
  await submitForm(declined.url, { outcome: 'declined' });
  await submitForm(disputed.url, { outcome: 'dispute' });
  await submitForm(disputed.url, { outcome: 'dispute-won' });
  await submitForm(returned.url, { outcome: 'refunds-fail' });
  await submitForm(returned.url, { outcome: 'refund' });
  const { id: destination } = await provider.createVerifiedAccount();
  const sent = { amount: 100, currency: 'eur', destination, source_transaction: disputed.charge };
  await provider.stripe.transfers.createReversal((await provider.stripe.transfers.create(sent)).id);
  await provider.stripe.checkout.sessions.expire((await provider.createSession()).id);
  await provider.control('clock', { advanceSeconds: 60 });

  const { data } = await provider.control('events');

  for (const {
    data: { object },
  } of data)
    expect(addMissingMembers(object.object, object)).toEqual(object);
  expect([...new Set(data.map(({ type }: Stripe.Event) => type))].sort()).toEqual([
    'account.updated',
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.refunded',
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

describe('request parameters', () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());

  it.each<[string, object, object]>([
    [
      'an unknown parameter',
      { expires_in: 1800 },
      { code: 'parameter_unknown', param: 'expires_in', message: 'Received unknown parameter: expires_in' },
    ],
    [
      'an unknown nested parameter',
      { payment_intent_data: { transfer_grup: 'x' } },
      { code: 'parameter_unknown', param: 'payment_intent_data[transfer_grup]' },
    ],
    ['a value outside its enum', { locale: 'sk-SK' }, { param: 'locale' }],
    [
      'a value outside its enum in a list',
      { allowed_payment_method_types: ['card', 'cash'] },
      { param: 'allowed_payment_method_types[1]' },
    ],
    [
      'a fraction instead of an integer',
      { expires_at: 1.5 },
      { code: 'parameter_invalid_integer', param: 'expires_at' },
    ],
    ['a text instead of a boolean', { allow_promotion_codes: 'yes' }, { param: 'allow_promotion_codes' }],
    ['an empty string', { customer_email: '' }, { code: 'parameter_invalid_empty', param: 'customer_email' }],
    ['a text instead of metadata', { metadata: 'x' }, { param: 'metadata' }],
    ['a text instead of an object', { payment_intent_data: 'x' }, { param: 'payment_intent_data' }],
    ['a missing parameter', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
    [
      'a missing nested parameter',
      { line_items: [{ quantity: 1, price_data: { unit_amount: 100, product_data: { name: 'x' } } }] },
      { code: 'parameter_missing', param: 'line_items[0][price_data][currency]' },
    ],
  ])('the Stripe emulator rejects a request with %s', async (_, change, error) => {
    const session = provider.createSession(change as Stripe.Checkout.SessionCreateParams);

    await expect(session).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      ...error,
    });
  });

  it('the Stripe emulator accepts parameters that match the Stripe API description', async () => {
    const session = await provider.createSession({
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

  it('the Stripe emulator rejects an unknown query parameter', async () => {
    const list = provider.stripe.refunds.list({ limit: 10, offset: 3 } as Stripe.RefundListParams);

    await expect(list).rejects.toMatchObject({ code: 'parameter_unknown', param: 'offset' });
  });
});
