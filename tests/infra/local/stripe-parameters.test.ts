/** Tests of the request parameters that the Stripe emulator accepts. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Provider, startProvider } from './start-provider.ts';

describe('request parameters of the Stripe emulator', () => {
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
    [
      'a parameter that the emulator does not implement',
      { allow_promotion_codes: true },
      { code: 'parameter_unknown', param: 'allow_promotion_codes' },
    ],
    ['a value outside its enum', { mode: 'gift' }, { param: 'mode' }],
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
    [
      'a text instead of a boolean',
      { adaptive_pricing: { enabled: 'yes' } },
      { param: 'adaptive_pricing[enabled]' },
    ],
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

  it('the Stripe emulator converts numbers, lists and metadata of a request', async () => {
    const session = await provider.createSession({
      allowed_payment_method_types: ['card'],
      metadata: { 'a-key': 'a value' },
      expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
      expand: ['payment_intent'],
    });

    expect(session).toMatchObject({ amount_total: 123_450, metadata: { 'a-key': 'a value' } });
  });

  it('the Stripe emulator rejects an unknown query parameter', async () => {
    const list = provider.stripe.refunds.list({ limit: 10, offset: 3 } as Stripe.RefundListParams);

    await expect(list).rejects.toMatchObject({ code: 'parameter_unknown', param: 'offset' });
  });
});
