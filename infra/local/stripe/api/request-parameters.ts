/** Reads the parameters of a request and rejects parameters that the types of Stripe's library do not contain. */
import { parse } from 'qs';
import { description, type StripeOperation } from '../description/description.ts';
import { StripeError } from '../responses.ts';

export type { StripeOperation as Operation } from '../description/description.ts';

/** Parameters that are optional in Stripe's types, but required for the way the service uses Stripe. */
const ALSO_REQUIRED: Partial<Record<StripeOperation, readonly string[]>> = {
  'POST /v1/account_links': ['refresh_url', 'return_url'],
  'POST /v1/checkout/sessions': [
    'mode',
    'line_items',
    'success_url',
    'line_items[][quantity]',
    'line_items[][price_data]',
    'line_items[][price_data][unit_amount]',
    'line_items[][price_data][product_data]',
  ],
  'POST /v1/transfers': ['amount'],
};

const POSITIVE_NUMBER_NAME = /(^|\[)(amount|application_fee_amount|quantity|unit_amount)\]?$/;
const URL_NAME = /(^|_)url\]?$/;
const METADATA_NAME = /(^|\[)metadata\]?$/;

/**
 * The two names of a parameter: `given` is the name in the request, such as `line_items[0][quantity]`. `described` is
 * the name in the description of Stripe's API, such as `line_items[][quantity]`.
 */
interface ParameterName {
  readonly given: string;
  readonly described: string;
}

/**
 * Parses a query or a form-encoded body. Numbers and booleans are converted, and metadata with an empty value are
 * omitted.
 *
 * @throws StripeError when a parameter is unknown, missing or of the wrong type
 */
export function readParameters(operation: StripeOperation, encodedParameters: string): object {
  const types = description.parameters[operation];
  const names = Object.keys(types);
  const required = [
    ...names.filter(name => types[name]?.startsWith('required ')),
    ...(ALSO_REQUIRED[operation] ?? []),
  ];
  return readObject(parse(encodedParameters, { depth: 10, arrayLimit: 100 }), { given: '', described: '' });

  function readObject(values: object, parent: ParameterName): object {
    const isList = Array.isArray(values);
    const members = Object.entries(values).map(([key, value]) => {
      const name = resolveName(parent, key, isList);
      return [key, typeof value === 'object' ? readObject(value, name) : readValue(value, name)] as const;
    });
    for (const name of required) {
      const key = findMemberKey(parent.described, name);
      const given = parent.given ? `${parent.given}[${key}]` : key;
      if (key && given && !Object.hasOwn(values, key)) {
        rejectParameter(`Missing required param: ${given}.`, given, 'parameter_missing');
      }
    }
    const present = members.filter(([, value]) => value !== undefined);
    return isList ? present.map(([, value]) => value) : Object.fromEntries(present);
  }

  function resolveName(parent: ParameterName, key: string, isList: boolean): ParameterName {
    const given = parent.given ? `${parent.given}[${key}]` : key;
    const own = parent.described ? `${parent.described}[${isList ? '' : key}]` : key;
    const described = [own, `${parent.described}{}`].find(candidate =>
      names.some(
        name => name === candidate || name.startsWith(`${candidate}[`) || name.startsWith(`${candidate}{`),
      ),
    );
    return described
      ? { given, described }
      : rejectParameter(`Received unknown parameter: ${given}`, given, 'parameter_unknown');
  }

  function readValue(value: string, { given, described }: ParameterName): unknown {
    const type = types[described]?.replace('required ', '');
    return type ? convertValue(value, given, type) : rejectParameter(`Invalid object: ${value}`, given);
  }
}

/**
 * Returns the key of a parameter within `parent`, or undefined if the parameter is not a direct member of `parent`.
 *
 * @param parent the described name of the parent; empty at the top level
 */
function findMemberKey(parent: string, name: string): string | undefined {
  const [, owner = '', key = name] = /^(.*)\[(\w+)\]$/.exec(name) ?? [];
  return owner === parent ? key : undefined;
}

function convertValue(value: string, name: string, type: string): unknown {
  if (value === '') {
    if (name.startsWith('metadata')) return undefined;
    const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a field.`;
    rejectParameter(message, name, 'parameter_invalid_empty');
  }
  if (METADATA_NAME.test(name)) rejectParameter(`Invalid object: ${value}`, name);
  if (URL_NAME.test(name) && !(/^https?:/.test(value) && URL.canParse(value))) {
    rejectParameter(`Not a valid URL: ${value}`, name, 'url_invalid');
  }
  if (type === 'string') return value;
  if (type === 'number') {
    if (!/^-?\d{1,15}$/.test(value))
      rejectParameter(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
    if (POSITIVE_NUMBER_NAME.test(name) && Number(value) < 1) {
      rejectParameter('This value must be greater than or equal to 1.', name, 'parameter_invalid_integer');
    }
    return Number(value);
  }
  if (type === 'boolean') {
    if (!/^(true|false)$/.test(value)) rejectParameter(`Invalid boolean: ${value}`, name);
    return value === 'true';
  }
  if (!type.split('|').includes(value)) {
    rejectParameter(`Invalid ${name}: must be one of ${type.replaceAll('|', ', ')}`, name);
  }
  return value;
}

function rejectParameter(message: string, param: string, code?: string): never {
  throw new StripeError(400, message, { param, ...(code && { code }) });
}
