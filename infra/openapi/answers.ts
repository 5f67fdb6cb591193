/** What comes back when all is well: answers as named components. */
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import * as address from '../../lib/http/answers/address.ts';
import { Export } from '../../lib/http/answers/export.ts';
import * as message from '../../lib/http/answers/message.ts';
import * as operator from '../../lib/http/answers/operator.ts';
import * as page from '../../lib/http/answers/page.ts';
import type { Success } from '../../lib/http/answers/success.ts';
import * as testimony from '../../lib/http/answers/testimony.ts';
import * as upload from '../../lib/http/answers/upload-permit.ts';
import * as user from '../../lib/http/answers/user.ts';
import { header } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';

const definitions: Readonly<Record<string, v.GenericSchema>> = {
  ...user,
  ...testimony,
  ...address,
  ...upload,
  Export,
  ...operator,
  ...page,
  ...message,
};

const config = {
  typeMode: 'output',
  target: 'draft-2020-12',
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

/** Every answer under the name its schema has. */
export const answerComponents: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(toJsonSchemaDefs({ ...definitions }, config)).filter(([name]) => name in definitions),
) as Record<string, JsonSchema>;

export const isPage = ({ item }: Success<number, unknown>): boolean => item !== undefined;

/** What succeeding looks like. */
export function succeeded({ schema, item, mediaType }: Success<number, unknown>, example?: unknown): object {
  const headers = { ...header('X-Request-Id'), ...(mediaType && header('ETag')) };
  if (mediaType) return { description: 'Done.', headers, content: { [mediaType]: {} } };
  if (!schema) return { description: 'Done.', headers };
  const described = item
    ? { allOf: [{ $ref: '#/components/schemas/Page' }, listOf(item)] }
    : schemaOf(schema as v.GenericSchema);
  const content = { schema: described, ...(example !== undefined && { example }) };
  return { description: 'Done.', headers, content: { 'application/json': content } };
}

function listOf(item: v.GenericSchema): JsonSchema {
  return {
    type: 'object',
    required: ['data'],
    properties: { data: { type: 'array', items: schemaOf(item) } },
  };
}

function schemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema, $defs, ...described } = toJsonSchema(schema, {
    ...config,
    definitions: { ...definitions },
  });
  return described;
}
