/** Success responses, with the schemas of their bodies as named components. */
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import { successBodySchema } from '../../lib/http/response/schemas/body-schema.ts';
import { schemas } from '../../lib/http/response/schemas/schemas.ts';
import type { SuccessResponse } from '../../lib/http/response/success-response.ts';
import type { AnyEndpoint } from '../functions/endpoints.ts';
import { createHeaderReference } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';

const conversionConfig = {
  typeMode: 'output',
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }: { referenceId: string }) => createSchemaReference(referenceId).$ref,
} as const;

export const responseComponents: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(toJsonSchemaDefs({ ...schemas }, conversionConfig)).filter(([name]) => name in schemas),
) as Record<string, JsonSchema>;

export function describeSuccess({ response, idempotent }: AnyEndpoint, example?: unknown): object {
  const { mediaType, conditional, headers: declaredHeaders = [] } = response;
  const headers = {
    ...createHeaderReference('X-Request-Id'),
    ...((mediaType || conditional) && createHeaderReference('ETag')),
    ...Object.assign({}, ...declaredHeaders.map(createHeaderReference)),
    ...(idempotent && createHeaderReference('Idempotency-Replayed')),
  };
  if (mediaType) return { description: 'Success.', headers, content: { [mediaType]: {} } };
  const schema = describeBody(response);
  if (!schema) return { description: 'Success.', headers };
  const content = { schema, ...(example !== undefined && { example }) };
  return { description: 'Success.', headers, content: { 'application/json': content } };
}

function describeBody(response: SuccessResponse): JsonSchema | undefined {
  if (response.pageOf) return { allOf: [createSchemaReference('Page'), describeList(response.pageOf)] };
  const body = successBodySchema(response);
  if (!body) return undefined;
  const { $schema, $defs, ...bodySchema } = toJsonSchema(body, {
    ...conversionConfig,
    definitions: { ...schemas },
  });
  return bodySchema;
}

function describeList(item: string): JsonSchema {
  return {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: createSchemaReference(item) } },
  };
}

function createSchemaReference(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}
