/** Tests that the OpenAPI description matches the routes: bodies, parameters, statuses, headers and error codes. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENTRIES } from '../../../infra/functions/index.ts';
import { describeApi, excludeOperatorRoutes, type OpenApi } from '../../../infra/openapi/describe-api.ts';
import type { OpenApiOperation } from '../../../infra/openapi/operation.ts';
import { createOperationId } from '../../../infra/openapi/operation-id.ts';

const ROOT = new URL('../../../', import.meta.url);

let api: OpenApi;
let describedToFrontends: OpenApi;
beforeAll(async () => {
  [api, describedToFrontends] = await Promise.all([describeApi(), describeApi(excludeOperatorRoutes)]);
});

function findOperation(route: string): OpenApiOperation {
  const [method = '', path = ''] = route.split(' ');
  const found = api.paths[`/api/v1${path}`]?.[method.toLowerCase()];
  if (!found) throw new Error(`${route} is not described`);
  return found;
}

const listParameterNames = (route: string) => findOperation(route).parameters.map(({ name }) => name);

it('the summary of every operation for frontends is a short imperative', () => {
  const summaries = Object.values(describedToFrontends.paths)
    .flatMap(methods => Object.values(methods))
    .map(({ summary }) => summary);

  const isImperative = (summary: string) => /^[A-Z][a-z]*([^s]|ss) /.test(summary);
  expect(summaries.filter(summary => !isImperative(summary) || summary.split(' ').length > 7)).toEqual([]);
});

it('every list takes a cursor and a limit from 1 to 100 in addition to its filters', () => {
  const operations = Object.values(api.paths).flatMap(methods => Object.values(methods));
  const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));

  expect(lists.length).toBeGreaterThan(10);
  for (const { operationId, parameters } of lists) {
    const limit = parameters.find(({ name }) => name === 'limit');
    expect(limit, operationId).toMatchObject({
      required: false,
      schema: { $ref: '#/components/schemas/PageLimit' },
    });
  }
  expect(api.components.schemas.PageLimit).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
  expect(listParameterNames('GET /testimonies')).toEqual([
    'state',
    'region',
    'createdAfter',
    'limit',
    'cursor',
  ]);
  expect(listParameterNames('GET /testimonies/offerable')).toEqual([
    'region',
    'createdAfter',
    'limit',
    'cursor',
  ]);
});

it('the OpenAPI description gives each field of a multipart body an encoding', () => {
  const { content = {} } = findOperation('POST /auth/register/expert').requestBody ?? {};
  const { schema, encoding = {} } = content['multipart/form-data'] ?? {};

  expect(Object.keys(encoding)).toEqual(Object.keys(schema?.properties as object));
  expect(encoding).toMatchObject({
    email: {},
    dateOfBirth: { contentType: 'application/json' },
    regions: { style: 'form', explode: true },
    verificationDocumentFront: { contentType: 'image/jpeg, image/png' },
  });
  expect(JSON.stringify(encoding), 'a viewer would send text under a file name').not.toContain('text/plain');
  expect(Object.keys(content), 'a generator that knows JSON would never send a file').toHaveLength(1);
});

it('the OpenAPI description has a body or query parameters for every function that declares a body', () => {
  let checked = 0;
  for (const [name, { handler, events = [] }] of Object.entries(ENTRIES)) {
    const source = readFileSync(new URL(handler.replace(/\.handler$/, '.ts'), ROOT), 'utf8');
    if (events.length === 0 || !/^ {2}body[:,]/m.test(source)) continue;
    checked++;
    const described = Object.values(api.paths)
      .flatMap(Object.values<OpenApiOperation>)
      .find(found => found.operationId === createOperationId(name));

    expect(Boolean(described?.requestBody) || described?.parameters.some(p => p.in === 'query'), name).toBe(
      true,
    );
  }
  expect(checked).toBeGreaterThan(20);
});

it('the OpenAPI schemas contain the limits of custom validation rules', () => {
  const { schemas } = api.components;

  expect(schemas.Password).toMatchObject({ type: 'string', minLength: 8, maxLength: 255 });
  expect(schemas.Regions).toMatchObject({
    minItems: 1,
    maxItems: 8,
    items: { $ref: '#/components/schemas/Region' },
  });
  expect(schemas.FileSize).toEqual({ type: 'integer', minimum: 1, maximum: 10_485_760 });
  expect(schemas.IdScan?.anyOf).toHaveLength(2);
  expect(schemas.Price).toMatchObject({ type: 'number', minimum: 1, maximum: 100_000 });
  expect(schemas.FreeText).toMatchObject({ type: 'string', maxLength: 2000 });
  expect(schemas.RealEstateProperties).toMatchObject({
    maxProperties: 20,
    additionalProperties: { maximum: 9999 },
  });
  expect(schemas.RealEstateInput).toMatchObject({
    required: ['type', 'region', 'address'],
    properties: {
      properties: { anyOf: [{ $ref: '#/components/schemas/RealEstateProperties' }, { type: 'null' }] },
    },
  });
  for (const [name, schema] of Object.entries(schemas)) {
    expect(
      Object.keys(schema).some(key => ['type', '$ref', 'anyOf', 'oneOf'].includes(key)),
      name,
    ).toBe(true);
  }
});

describe('schemas of the OpenAPI description for frontends', () => {
  const found: Record<string, unknown>[] = [];
  const visitSchema = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    found.push(value as Record<string, unknown>);
    for (const [key, inner] of Object.entries(value)) if (key !== 'X-Error-Code') visitSchema(inner);
  };

  it('every enumeration in the OpenAPI description is a separate component', () => {
    for (const [component, { enum: _, ...schema }] of Object.entries(api.components.schemas)) {
      expect(JSON.stringify(schema), component).not.toContain('"enum":');
    }
  });

  it('every enumeration in the OpenAPI description has a label for each value in two languages', () => {
    visitSchema(describedToFrontends);
    const { ErrorCode } = describedToFrontends.components.schemas;
    const enums = found.filter(schema => Array.isArray(schema.enum) && schema !== ErrorCode);

    expect(enums.length).toBeGreaterThan(10);
    for (const { enum: values, 'x-enum-labels': labels } of enums as Record<string, string[]>[]) {
      const { sk = {}, en = {} } = (labels ?? {}) as unknown as Record<string, object>;
      expect([Object.keys(sk), Object.keys(en)], String(values)).toEqual([values, values]);
      expect([...Object.values(sk), ...Object.values(en)]).not.toContain('');
    }
  });

  it('no schema in the OpenAPI description has a default, which would make generators require the field', () => {
    expect(found.filter(schema => 'default' in schema)).toEqual([]);
  });
});

it('the OpenAPI description for frontends contains nothing about operators', () => {
  const text = JSON.stringify(describedToFrontends);

  expect(Object.keys(describedToFrontends.paths).length).toBeGreaterThan(20);
  expect(text).not.toMatch(/operator|ExpertReviewFile|"aws"/i);
});

it('every reference in the OpenAPI description points to an existing component', () => {
  const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);

  expect(references.length).toBeGreaterThan(50);
  for (const path of new Set(references)) {
    const found = path
      .split('/')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], api);
    expect(found, path).toBeTypeOf('object');
  }
});
