/**
 * Parameters that the emulator implements, by operation. Every other parameter is rejected, so that the service cannot
 * rely on a parameter that has no effect here. The compiler checks that Stripe has these parameters.
 */
import type Stripe from 'stripe';
import {
  array,
  check,
  exactOptional,
  type GenericSchema,
  minValue,
  nonEmpty,
  picklist,
  pipe,
  record,
  regex,
  strictObject,
  string,
  transform,
  union,
} from 'valibot';

type Parameters<Params> = {
  readonly [Name in keyof Params]?: GenericSchema<unknown, Params[Name] | undefined>;
};

// The texts of these errors are Stripe's error codes.
const text = pipe(string(), nonEmpty('parameter_invalid_empty'));
const url = pipe(
  text,
  check(value => /^https?:/.test(value) && URL.canParse(value), 'url_invalid'),
);
const integer = pipe(string(), regex(/^-?\d{1,15}$/, 'parameter_invalid_integer'), transform(Number));
const positive = pipe(integer, minValue(1, 'parameter_invalid_integer'));
const boolean = pipe(
  picklist(['true', 'false']),
  transform(value => value === 'true'),
);
/** Stripe omits the entries whose value is empty. */
const metadata = exactOptional(
  pipe(
    record(string(), string()),
    transform(entries => Object.fromEntries(Object.entries(entries).filter(([, value]) => value))),
  ),
);

const READ = { expand: exactOptional(array(text)) };
const LIST = {
  ...READ,
  limit: exactOptional(integer),
  starting_after: exactOptional(text),
  ending_before: exactOptional(text),
};
const LIST_BY_TIME = {
  ...LIST,
  created: exactOptional(
    union([
      integer,
      strictObject({
        gt: exactOptional(integer),
        gte: exactOptional(integer),
        lt: exactOptional(integer),
        lte: exactOptional(integer),
      }),
    ]),
  ),
};

const LINE_ITEM = {
  quantity: positive,
  price_data: strictObject({
    currency: text,
    unit_amount: positive,
    product_data: strictObject({ name: text, description: exactOptional(text) }),
  }),
};

const SESSION = {
  ...READ,
  adaptive_pricing: exactOptional(strictObject({ enabled: exactOptional(boolean) })),
  allowed_payment_method_types: exactOptional(array(picklist(['card']))),
  cancel_url: exactOptional(url),
  client_reference_id: exactOptional(text),
  custom_text: exactOptional(strictObject({ submit: exactOptional(strictObject({ message: text })) })),
  customer_email: exactOptional(text),
  expires_at: exactOptional(integer),
  line_items: array(strictObject(LINE_ITEM)),
  locale: exactOptional(picklist(['auto', 'en', 'sk'])),
  metadata,
  mode: picklist(['payment', 'setup', 'subscription']),
  payment_intent_data: exactOptional(
    strictObject({
      description: exactOptional(text),
      metadata,
      receipt_email: exactOptional(text),
      statement_descriptor_suffix: exactOptional(text),
      transfer_group: exactOptional(text),
    }),
  ),
  success_url: url,
} satisfies Parameters<Stripe.Checkout.SessionCreateParams>;

const ACCOUNT = {
  ...READ,
  business_profile: exactOptional(
    strictObject({
      name: exactOptional(text),
      product_description: exactOptional(text),
      url: exactOptional(url),
    }),
  ),
  business_type: exactOptional(picklist(['company', 'individual'])),
  capabilities: exactOptional(record(text, strictObject({ requested: exactOptional(boolean) }))),
  country: exactOptional(text),
  email: exactOptional(text),
  external_account: exactOptional(
    strictObject({
      object: picklist(['bank_account']),
      account_holder_name: exactOptional(text),
      account_number: text,
      country: text,
      currency: text,
    }),
  ),
  metadata,
  type: exactOptional(picklist(['custom', 'express', 'standard'])),
} satisfies Parameters<Stripe.AccountCreateParams>;

const ACCOUNT_LINK = {
  ...READ,
  account: text,
  refresh_url: url,
  return_url: url,
  type: picklist(['account_onboarding', 'account_update']),
} satisfies Parameters<Stripe.AccountLinkCreateParams>;

const REFUND = {
  ...READ,
  amount: exactOptional(positive),
  charge: exactOptional(text),
  metadata,
  payment_intent: exactOptional(text),
  reason: exactOptional(picklist(['duplicate', 'fraudulent', 'requested_by_customer'])),
} satisfies Parameters<Stripe.RefundCreateParams>;

const TRANSFER = {
  ...READ,
  amount: positive,
  currency: text,
  description: exactOptional(text),
  destination: text,
  metadata,
  source_transaction: exactOptional(text),
  transfer_group: exactOptional(text),
} satisfies Parameters<Stripe.TransferCreateParams>;

const REVERSAL = {
  ...READ,
  amount: exactOptional(positive),
  metadata,
} satisfies Parameters<Stripe.TransferCreateReversalParams>;

const OF_PAYMENT = { ...LIST_BY_TIME, charge: exactOptional(text), payment_intent: exactOptional(text) };

/** The schemas of the parameters of each operation. */
export const PARAMETERS = {
  'POST /v1/accounts': strictObject(ACCOUNT),
  'GET /v1/accounts/{id}': strictObject(READ),
  'POST /v1/accounts/{id}/login_links': strictObject(READ),
  'POST /v1/account_links': strictObject(ACCOUNT_LINK),
  'GET /v1/balance': strictObject(READ),
  'GET /v1/balance_transactions': strictObject({
    ...LIST_BY_TIME,
    source: exactOptional(text),
    type: exactOptional(text),
  }),
  'GET /v1/balance_transactions/{id}': strictObject(READ),
  'GET /v1/charges/{id}': strictObject(READ),
  'POST /v1/checkout/sessions': strictObject(SESSION),
  'GET /v1/checkout/sessions/{id}': strictObject(READ),
  'POST /v1/checkout/sessions/{id}/expire': strictObject(READ),
  'GET /v1/disputes': strictObject(OF_PAYMENT),
  'GET /v1/disputes/{id}': strictObject(READ),
  'GET /v1/payment_intents/{id}': strictObject(READ),
  'GET /v1/payouts/{id}': strictObject(READ),
  'POST /v1/refunds': strictObject(REFUND),
  'GET /v1/refunds': strictObject(OF_PAYMENT),
  'GET /v1/refunds/{id}': strictObject(READ),
  'GET /v1/topups/{id}': strictObject(READ),
  'POST /v1/transfers': strictObject(TRANSFER),
  'GET /v1/transfers': strictObject({
    ...LIST_BY_TIME,
    destination: exactOptional(text),
    transfer_group: exactOptional(text),
  }),
  'GET /v1/transfers/{id}': strictObject(READ),
  'GET /v1/transfers/{id}/reversals': strictObject(LIST),
  'POST /v1/transfers/{id}/reversals': strictObject(REVERSAL),
};
