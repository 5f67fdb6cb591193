/**
 * Limits of the fields of request bodies, read from the API description. Frontends check a form against these limits
 * before they send it.
 */
import { MAX_FILE_BYTES } from '../../lib/domain/model/files/file.ts';
import type { OpenApi } from '../openapi/describe-api.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import type { RequestBody } from '../openapi/request-descriptions.ts';
import type { FieldLimits } from './runtime/field-limits.ts';

type Limits = Record<string, FieldLimits>;

/** Keywords of JSON Schema that are limits of a field. */
const KEYWORDS = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
];

/** Matches blanks and the invisible marks that the API removes from identifiers. */
const BLANK = '[\\s\\p{Bidi_Control}\\u200B\\u2060]';

/**
 * Patterns of texts that the API checks in code, by the name of their schema or field. Every text that the API accepts
 * matches the pattern with the flag `u` or `v`. The API can reject a text that matches, for example for the checksum of
 * an IBAN.
 */
export const FIELD_PATTERNS: Readonly<Record<string, string>> = {
  Password: '^(?=.*\\p{L})(?=.*\\p{Nd}).*$',
  Phone: `^${BLANK}*\\+[\\s\\p{Bidi_Control}\\u200B\\u2060\\(\\)\\.\\/\\p{Pd}\\p{Nd}]+$`,
  CountryCode: `^${BLANK}*[A-Za-z]{2}${BLANK}*$`,
  iban: `^${BLANK}*[Ss]${BLANK}*[Kk](${BLANK}*[0-9]){22}${BLANK}*$`,
};

/** Lists the limits of each field, by operation and by the path of the field (`bankAccount.iban`). */
export function listFieldLimits({ paths, components }: OpenApi): Record<string, Limits> {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods));
  return Object.fromEntries(
    operations.flatMap(({ operationId, requestBody }) =>
      requestBody ? [[operationId, listBodyLimits(requestBody, components.schemas)]] : [],
    ),
  );
}

/**
 * Lists the limits of a body. If clients and experts send different bodies, a field is required only if both bodies
 * require it.
 */
function listBodyLimits({ content }: RequestBody, schemas: OpenApi['components']['schemas']): Limits {
  const [{ schema, encoding = {} } = { schema: {} }] = Object.values(content);
  const bodies = Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : [schema];
  const limits: Limits = {};
  for (const body of bodies) {
    for (const [path, { required, ...limit }] of Object.entries(listObjectLimits(body, schemas))) {
      const isRequired = required && (limits[path]?.required ?? body === bodies[0]);
      limits[path] = { ...limits[path], ...limit, required: isRequired === true };
    }
  }
  for (const [name, { contentType = '' }] of Object.entries(
    encoding as Record<string, { contentType?: string }>,
  )) {
    if (!contentType || contentType === 'application/json') continue;
    const { required = false } = limits[name] ?? {};
    limits[name] = { maxBytes: MAX_FILE_BYTES, mediaTypes: contentType.split(', '), required };
  }
  return limits;
}

function listObjectLimits(
  { properties = {}, required = [] }: JsonSchema,
  schemas: OpenApi['components']['schemas'],
  prefix = '',
): Limits {
  const entries = Object.entries(properties as Record<string, JsonSchema>).flatMap(([name, property]) => {
    const schema = resolve(property, schemas);
    const limit = Object.fromEntries(
      KEYWORDS.flatMap(word => (word in schema ? [[word, schema[word]]] : [])),
    );
    const pattern = FIELD_PATTERNS[findReference(property) ?? name];
    const isRequired = (required as string[]).includes(name);
    return [
      [prefix + name, { ...limit, ...(pattern && { pattern }), required: isRequired }] as const,
      ...Object.entries(listObjectLimits(schema, schemas, `${prefix}${name}.`)),
    ];
  });
  return Object.fromEntries(entries);
}

/** Returns the name of the component to which a schema refers, even if the field may be null. */
function findReference({ $ref, anyOf }: JsonSchema): string | undefined {
  const reference = $ref ?? (anyOf as JsonSchema[] | undefined)?.[0]?.$ref;
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

/**
 * Resolves references. For a field that accepts alternatives, such as null or an upload key, returns the schema of the
 * first.
 */
function resolve(schema: JsonSchema, schemas: OpenApi['components']['schemas']): JsonSchema {
  const { $ref, anyOf } = schema as { $ref?: string; anyOf?: JsonSchema[] };
  if ($ref) return resolve(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  return anyOf?.[0] ? resolve(anyOf[0], schemas) : schema;
}
