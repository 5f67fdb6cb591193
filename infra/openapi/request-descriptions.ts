/** Parameters and request bodies of operations. */
import type { BodyDescription } from '../../lib/http/request/request.ts';
import type { AnyEndpoint } from '../functions/endpoints.ts';
import type { JsonSchema } from './json-schema.ts';
import { convertSchema } from './request-schemas.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

interface MediaTypeObject {
  readonly schema: JsonSchema;
  readonly encoding?: Readonly<Record<string, object>>;
  readonly example?: unknown;
}

const TEXT = { type: 'string' };
const UUID = { type: 'string', format: 'uuid' };
const CURSOR = {
  type: 'string',
  description: 'Value of `meta.next_cursor` or `meta.prev_cursor` from another page.',
};

export function describeParameters(path: string, endpoint: AnyEndpoint): Parameter[] {
  return [
    ...describePathParameters(path),
    ...describeQueryParameters(endpoint),
    ...describeHeaderParameters(endpoint),
  ];
}

/** Schemas of path parameters that are not UUIDs. */
const PATH_PARAMETER_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  '/me/tokens/{id}': { ...TEXT, description: 'Full token identifier, `<userId>_<tokenId>`.' },
  '{hash}': { ...TEXT, pattern: '^[0-9a-f]{64}$' },
  '{file}': TEXT,
};

function describePathParameters(path: string): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.map(name => ({
    name,
    in: 'path',
    required: true,
    schema:
      PATH_PARAMETER_SCHEMAS[path.replace('/api/v1', '')] ?? PATH_PARAMETER_SCHEMAS[`{${name}}`] ?? UUID,
  }));
}

/** Descriptions of query parameters by the component of their schema. */
const FILTER_DESCRIPTIONS: Readonly<Record<string, string>> = {
  '#/components/schemas/TestimonyState': 'Lists only testimonies in this state.',
  '#/components/schemas/Region': 'Lists only testimonies in this region.',
};

function describeQueryParameters({ query, response }: AnyEndpoint): Parameter[] {
  const { properties = {}, required = [] } = query ? convertSchema(query.schema) : {};
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const description = FILTER_DESCRIPTIONS[String(schema.$ref)];
    const isRequired = (required as string[]).includes(name);
    return { name, in: 'query', required: isRequired, ...(description && { description }), schema } as const;
  });
  return response.pageOf
    ? [...fields, { name: 'cursor', in: 'query', required: false, schema: CURSOR }]
    : fields;
}

/** Idempotency key: 16 to 255 printable ASCII characters (infra/docs/api/conventions.md#idempotency). */
const IDEMPOTENCY_KEY = { type: 'string', minLength: 16, maxLength: 255, pattern: '^[ -~]+$' };

const PARTNER: Parameter = {
  name: 'X-Partner',
  in: 'header',
  required: false,
  description: 'Id of the partner through which a guest comes. Ignored if the request has a valid token.',
  schema: UUID,
};

function describeHeaderParameters({ access, headers = {}, idempotent, response }: AnyEndpoint): Parameter[] {
  const conditions = response.conditional && { 'If-None-Match': 'optional' };
  const declaredHeaders = [
    ...(access.admitsPartners ? [PARTNER] : []),
    ...Object.entries({ ...headers, ...conditions }).map(
      ([name, requirement]) =>
        ({ name, in: 'header', required: requirement === 'required', schema: TEXT }) as const,
    ),
  ];
  if (!idempotent) return declaredHeaders;
  return [
    ...declaredHeaders,
    { name: idempotent.header, in: 'header', required: false, schema: IDEMPOTENCY_KEY },
  ];
}

/**
 * Describes the request body, with a single schema or with one schema per role. A body with files is described only as
 * multipart. If JSON were listed as an alternative, client generators would declare files as strings and could not send
 * them.
 */
export function describeRequestBody(bodies: readonly BodyDescription[], example: unknown): RequestBody {
  const [schema = {}, ...otherSchemas] = bodies.map(body => convertSchema(body.schema));
  const [mediaType = '', ...otherMediaTypes] = bodies[0]?.mediaTypes ?? [];
  const isMultipart = mediaType === 'multipart/form-data';
  return {
    ...(otherMediaTypes.length > 0 && {
      description: `Also accepts ${otherMediaTypes.join(' or ')}, with upload keys in place of files.`,
    }),
    required: [schema, ...otherSchemas].every(({ required = [] }) => (required as unknown[]).length > 0),
    content: {
      [mediaType]: {
        schema: otherSchemas.length > 0 ? { anyOf: [schema, ...otherSchemas] } : schema,
        ...(isMultipart && { encoding: describeEncoding(schema) }),
        ...(example !== undefined && { example }),
      },
    },
  };
}

const FILE_MEDIA_TYPES: Readonly<Record<string, string>> = {
  '#/components/schemas/IdScan': 'image/jpeg, image/png',
  '#/components/schemas/TestimonyDocument': 'application/pdf',
};

/** Encodings of structured multipart fields: objects are sent as JSON, lists as repeated fields. */
const STRUCTURED_FIELD_ENCODINGS: Readonly<Record<string, object>> = {
  DateOfBirth: { contentType: 'application/json' },
  AddressInput: { contentType: 'application/json' },
  CompanyInput: { contentType: 'application/json' },
  BankAccount: { contentType: 'application/json' },
  Regions: { style: 'form', explode: true },
};

/**
 * Encoding of text fields. The encoding sets no `contentType`. With a `contentType`, clients would send the field with
 * a file name, and the API would read the field as a file (infra/docs/api/validation.md#multipart-forms).
 */
const TEXT_FIELD_ENCODING = {};

function describeEncoding({ properties = {} }: JsonSchema): Record<string, object> {
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  return Object.fromEntries(
    fields.map(([name, { $ref = '' }]) => {
      const [, component = ''] = String($ref).split('/schemas/');
      const contentType = FILE_MEDIA_TYPES[String($ref)];
      return [
        name,
        STRUCTURED_FIELD_ENCODINGS[component] ?? (contentType ? { contentType } : TEXT_FIELD_ENCODING),
      ];
    }),
  );
}
