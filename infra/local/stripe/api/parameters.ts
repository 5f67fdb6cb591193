/**
 * Parameters of the requests that the service sends, by operation. Every other parameter and value is rejected, because
 * it would have no effect in this emulator. The compiler checks that Stripe has these parameters.
 */
import { isValidIBAN } from 'ibantools';
import { parse } from 'qs';
import {
  array,
  type BaseIssue,
  check,
  exactOptional,
  type GenericSchema,
  getDotPath,
  literal,
  maxValue,
  minValue,
  nonEmpty,
  picklist,
  pipe,
  record,
  regex,
  safeParse,
  strictObject,
  string,
  transform,
} from 'valibot';
import { StripeError } from '../responses.ts';

// The messages of these schemas are Stripe's error codes.
const text = pipe(string(), nonEmpty('parameter_invalid_empty'));
const url = pipe(
  text,
  check(value => /^https?:/.test(value) && URL.canParse(value), 'url_invalid'),
);
const integer = pipe(string(), regex(/^-?\d{1,15}$/, 'parameter_invalid_integer'), transform(Number));
const positive = pipe(integer, minValue(1, 'parameter_invalid_integer'));
const currency = picklist(['eur']);
const createFlag = (value: boolean) =>
  pipe(
    literal(String(value)),
    transform(() => value),
  );
const metadata = exactOptional(record(string(), string()));

const READ = { expand: exactOptional(array(text)) };
const LIST = {
  ...READ,
  limit: exactOptional(pipe(positive, maxValue(100, 'parameter_invalid_integer'))),
  starting_after: exactOptional(text),
};
const OF_PAYMENT = { ...LIST, charge: exactOptional(text), payment_intent: exactOptional(text) };

const SESSION = {
  ...READ,
  adaptive_pricing: exactOptional(strictObject({ enabled: createFlag(false) })),
  allowed_payment_method_types: exactOptional(array(picklist(['card']))),
  cancel_url: exactOptional(url),
  client_reference_id: exactOptional(text),
  custom_text: exactOptional(strictObject({ submit: strictObject({ message: text }) })),
  customer_email: exactOptional(text),
  expires_at: exactOptional(integer),
  line_items: array(
    strictObject({
      quantity: literal('1'),
      price_data: strictObject({
        currency,
        unit_amount: pipe(integer, minValue(50, 'amount_too_small')),
        product_data: strictObject({ name: text, description: exactOptional(text) }),
      }),
    }),
  ),
  locale: exactOptional(picklist(['sk'])),
  metadata,
  mode: picklist(['payment']),
  payment_intent_data: exactOptional(
    strictObject({
      metadata,
      receipt_email: exactOptional(text),
      statement_descriptor_suffix: exactOptional(text),
      transfer_group: exactOptional(text),
    }),
  ),
  success_url: url,
};

const ACCOUNT = {
  ...READ,
  business_profile: exactOptional(
    strictObject({ name: exactOptional(text), product_description: exactOptional(text) }),
  ),
  capabilities: exactOptional(record(text, strictObject({ requested: createFlag(true) }))),
  country: exactOptional(picklist(['SK'])),
  email: exactOptional(text),
  external_account: exactOptional(
    strictObject({
      object: literal('bank_account'),
      account_holder_name: exactOptional(text),
      account_number: pipe(
        text,
        check(value => value.startsWith('SK') && isValidIBAN(value), 'account_number_invalid'),
      ),
      country: picklist(['SK']),
      currency,
    }),
  ),
  metadata,
  type: picklist(['express']),
};

const ACCOUNT_LINK = {
  ...READ,
  account: text,
  refresh_url: url,
  return_url: url,
  type: picklist(['account_onboarding']),
};

const REFUND = {
  ...READ,
  amount: exactOptional(positive),
  charge: exactOptional(text),
  metadata,
  payment_intent: exactOptional(text),
};

const DISPUTE = {
  ...READ,
  evidence: strictObject({ uncategorized_text: picklist(['winning_evidence', 'losing_evidence']) }),
  submit: createFlag(true),
};

const TRANSFER = {
  ...READ,
  amount: positive,
  currency,
  destination: text,
  source_transaction: text,
  transfer_group: exactOptional(text),
};

const BALANCE_TRANSACTIONS = {
  ...LIST,
  created: exactOptional(strictObject({ gte: exactOptional(integer), lt: exactOptional(integer) })),
  source: exactOptional(text),
};

/** Schemas of the operations that take other parameters than `expand`. */
const PARAMETERS: Readonly<Record<string, GenericSchema<unknown, object>>> = {
  'POST /v1/accounts': strictObject(ACCOUNT),
  'POST /v1/account_links': strictObject(ACCOUNT_LINK),
  'GET /v1/balance_transactions': strictObject(BALANCE_TRANSACTIONS),
  'POST /v1/checkout/sessions': strictObject(SESSION),
  'GET /v1/disputes': strictObject(OF_PAYMENT),
  'POST /v1/disputes/{id}': strictObject(DISPUTE),
  'POST /v1/refunds': strictObject(REFUND),
  'GET /v1/refunds': strictObject(OF_PAYMENT),
  'POST /v1/transfers': strictObject(TRANSFER),
  'GET /v1/transfers': strictObject({ ...LIST, transfer_group: exactOptional(text) }),
  'GET /v1/transfers/{id}/reversals': strictObject(LIST),
  'POST /v1/transfers/{id}/reversals': strictObject({ ...READ, amount: exactOptional(positive) }),
};

const READ_SCHEMA = strictObject(READ);

/**
 * Parses a query or a form-encoded body.
 * @throws StripeError when a parameter is unknown, missing or of the wrong type
 */
export function readOperationParameters(operation: string, encodedParameters: string): object {
  const values = parse(encodedParameters, { depth: 10, arrayLimit: 100 });
  const { success, output, issues } = safeParse(PARAMETERS[operation] ?? READ_SCHEMA, values, {
    abortEarly: true,
  });
  if (success) return output;
  throw createError(issues[0]);
}

function createError(issue: BaseIssue<unknown>): StripeError {
  const [first = '', ...rest] = (getDotPath(issue) ?? '').split('.');
  const param = first + rest.map(name => `[${name}]`).join('');
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return new StripeError(400, `Received unknown parameter: ${param}`, { param, code: 'parameter_unknown' });
  }
  if (issue.received === 'undefined') {
    return new StripeError(400, `Missing required param: ${param}.`, { param, code: 'parameter_missing' });
  }
  const code = /^\w+$/.test(issue.message) ? { code: issue.message } : {};
  return new StripeError(400, `Invalid ${param}: ${issue.received}`, { param, ...code });
}
