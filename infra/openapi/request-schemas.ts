/**
 * JSON Schema of request fields, converted from their Valibot schemas. The converter cannot read custom checks, so this
 * file adds the constraints of custom checks field by field.
 */
import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../lib/domain/model/page.ts';
import * as fields from '../../lib/validation/fields.ts';
import type { JsonSchema } from './json-schema.ts';
import { responseComponents } from './success-responses.ts';

type Schema = v.GenericSchema<unknown, unknown>;
type FieldName = keyof typeof fields;

const describeText = (description: string, ...examples: string[]) => ({
  type: 'string',
  description,
  examples,
});
const describeInteger = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
const describeFile = (kind: string, purpose: string) => ({
  anyOf: [
    { type: 'string', format: 'binary', description: `${kind} file of at most 10 MB.` },
    { type: 'string', pattern: `^incoming/${purpose}/[0-9a-f]{32}$`, description: 'Key of an upload.' },
  ],
});

const CUSTOM_CHECK_CONSTRAINTS: { readonly [Name in FieldName]?: JsonSchema } = {
  Email: { format: 'email', maxLength: 255 },
  Phone: describeText('Phone number with the country code.', '+421901234567'),
  Secret: { format: 'password' },
  Password: {
    format: 'password',
    minLength: 8,
    maxLength: 255,
    description: 'At least one letter and one digit.',
  },
  Name: { maxLength: 255 },
  ShortText: { maxLength: 255 },
  FrontendUrl: { format: 'uri', maxLength: 255 },
  Amount: { description: 'Amount in euros.' },
  Day: { description: 'Day in UTC, like 2026-11-30.' },
  Month: { description: 'Month in UTC, like 2026-11.' },
  PaymentReference: { maxLength: 140, description: 'Reference of a payment outside the payment provider.' },
  RefundBearer: { description: 'Who bears the refund.' },
  SearchedName: {
    description: 'Name, or the beginning of the last name, without regard to diacritics and case.',
  },
  SearchedNumber: { description: 'Registration number of an expert, or business id.' },
  TestimonyNumber: { description: 'Number of a testimony, with or without `P-` before it.' },
  ShortIdentifier: { maxLength: 255 },
  DeviceName: { maxLength: 64 },
  CountryCode: describeText('ISO 3166-1 alpha-2 country code.', 'SK'),
  BankAccount: { properties: { iban: describeText('Slovak IBAN.', 'SK31 1200 0000 1987 4263 7541') } },
  Regions: { items: { $ref: '#/components/schemas/Region' } },
  Flag: { type: 'boolean' },
  TermsAgreement: { type: 'boolean', const: true },
  DateOfBirth: {
    properties: {
      day: describeInteger(1, 31),
      month: describeInteger(1, 12),
      year: describeInteger(1920, 9999),
    },
  },
  IdScan: describeFile('A JPEG or PNG', 'identity-document'),
  FreeText: { maxLength: 2000 },
  Price: { description: 'Amount in euros, with at most two decimals.' },
  RealEstateProperties: { type: 'object', maxProperties: 20, additionalProperties: describeInteger(0, 9999) },
  RealEstate: {
    description: [
      '`properties` is required, except for a garage.',
      '`parcelNumber` and `cadastralArea` are required when `line1` and `line2` are both missing.',
    ].join(' '),
  },
  PageLimit: {
    type: 'integer',
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    description: `Maximum number of items on the page; by default ${PAGE_SIZE}, or as on the page of the cursor.`,
  },
  Moment: describeText(
    'Lists only testimonies that were created after this time: a time with its offset from UTC, or a day, which stands for its beginning in UTC.',
    '2026-11-01T08:00:00Z',
    '2026-11-01',
  ),
  CheckoutSessionId: {
    description: "Id of the checkout session, from the URL to which the provider's page redirects.",
  },
  TestimonyDocument: describeFile('A PDF', 'testimony-document'),
};

/** Names of the field schemas. If a schema is exported under two names, the first one is used. */
const namesBySchema = new Map<Schema, string>();
for (const [name, field] of Object.entries(fields)) {
  if (typeof field === 'object' && 'kind' in field && !namesBySchema.has(field))
    namesBySchema.set(field, name);
}
const createEnumKey = (values: readonly unknown[]) => [...values].sort().join();

/** Names of the response components that are enumerations, by their values. */
const enumNames = new Map(
  Object.entries(responseComponents).flatMap(([name, { enum: values }]) =>
    Array.isArray(values) ? [[createEnumKey(values), name] as const] : [],
  ),
);

/**
 * Returns the name of the component for a field schema. An enumeration shares the component of the response schema with
 * the same values. Any other field schema that has the name of a response schema becomes `…Input`.
 */
function getComponentName(name: string, schema: Schema): string {
  const options = 'options' in schema && Array.isArray(schema.options) ? schema.options : [];
  const sharedName = enumNames.get(createEnumKey(options));
  return sharedName ?? (name in responseComponents ? `${name}Input` : name);
}

const definitions = Object.fromEntries(
  [...namesBySchema].map(([schema, name]) => [getComponentName(name, schema), schema]),
) as Record<string, v.GenericSchema>;

const conversionConfig: ConversionConfig = {
  typeMode: 'input',
  target: 'draft-2020-12',
  errorMode: 'ignore', // Valibot's custom checks cannot be converted
  ignoreActions: ['metadata'],
  overrideSchema: ({ valibotSchema }) => (valibotSchema.type === 'lazy' ? {} : undefined),
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

/** Schemas of request fields by component name, except those that share a component with a response. */
export const requestComponents: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(toJsonSchemaDefs(definitions, conversionConfig))
    .filter(([name]) => name in definitions && !(name in responseComponents))
    .map(([name, schema]) => [
      name,
      { ...schema, ...CUSTOM_CHECK_CONSTRAINTS[name.replace(/Input$/, '') as FieldName] },
    ]),
);

/** Converts a request schema to JSON Schema that refers to `requestComponents`. */
export function convertSchema(requestSchema: v.GenericSchema): JsonSchema {
  const { $schema, $defs, ...schema } = toJsonSchema(requestSchema, { ...conversionConfig, definitions });
  return schema;
}
