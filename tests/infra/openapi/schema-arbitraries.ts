/** Generators of random values (fast-check's arbitraries) for JSON Schemas. Most of the values are valid. */
import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from '../../../infra/openapi/json-schema.ts';
import { createJpeg, createPdf } from '../../support/builders.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** Values that often cause errors in programs. */
const HOSTILE_VALUES = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    '\u0000',
    '\ud800',
    '__proto__',
    '<b>',
    '%00',
    'x'.repeat(5000),
    -0,
    1e308,
    2 ** 53,
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

export function createValueArbitrary(schema: JsonSchema, components: Components): Arbitrary<unknown> {
  const described = createLazily(() => validValues(schema, components));
  return fc.oneof({ weight: 9, arbitrary: described }, { weight: 1, arbitrary: HOSTILE_VALUES });
}

const createLazily = (make: () => Arbitrary<unknown>) => fc.constant(undefined).chain(make);

function validValues(schema: JsonSchema, components: Components): Arbitrary<unknown> {
  const of = (inner: unknown) => createValueArbitrary(inner as JsonSchema, components);
  const { $ref, enum: values, anyOf: some, oneOf, type, format } = schema;
  if (typeof $ref === 'string')
    return validValues(components[$ref.split('/').at(-1) ?? ''] ?? {}, components);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  const alternatives = (some ?? oneOf) as JsonSchema[] | undefined;
  if (alternatives) return fc.oneof(...alternatives.map(of));
  if (type === 'object') return objectValues(schema, components);
  if (type === 'array') return fc.array(of(schema.items), { maxLength: 10 });
  if (type === 'integer') return fc.integer(readRange(schema));
  if (type === 'number') return fc.double({ ...readRange(schema), noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  return FORMATS[String(format)] ?? textValues(schema);
}

const readRange = ({ minimum = -1e6, maximum = 1e6 }: JsonSchema) => ({
  min: Number(minimum),
  max: Number(maximum),
});

const FORMATS: Readonly<Record<string, Arbitrary<unknown>>> = {
  email: fc.emailAddress(),
  uuid: fc.uuid({ version: 7 }),
  'date-time': fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
  binary: fc.constantFrom(createJpeg(), createPdf(), new Blob([]), new Blob(['text'])),
};

function textValues({ examples }: JsonSchema): Arbitrary<string> {
  const known = Array.isArray(examples) ? examples.map(String) : [];
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  return known.length > 0 ? fc.oneof(fc.constantFrom(...known), text) : text;
}

function objectValues(schema: JsonSchema, components: Components): Arbitrary<unknown> {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties) {
    return fc.dictionary(fc.string(), createValueArbitrary(additionalProperties as JsonSchema, components), {
      maxKeys: 25,
    });
  }
  const members = Object.entries(properties as Components).map(([name, member]) => [
    name,
    createValueArbitrary(member, components),
  ]);
  const record: Arbitrary<object> = fc.record(Object.fromEntries(members), {
    requiredKeys: required as never[],
  });
  const gone = fc.constantFrom(...Object.keys(properties));
  return fc.oneof(
    { weight: 4, arbitrary: record },
    { weight: 1, arbitrary: fc.tuple(record, gone).map(([value, name]) => omitMember(value, name)) },
  );
}

const omitMember = (value: object, gone: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone));
