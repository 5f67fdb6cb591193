/** What comes back: answers as named components, and the refusals by status. */
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Reason } from '../../lib/domain/errors.ts';
import * as address from '../../lib/http/answers/address.ts';
import { Export } from '../../lib/http/answers/export.ts';
import * as message from '../../lib/http/answers/message.ts';
import * as operator from '../../lib/http/answers/operator.ts';
import * as page from '../../lib/http/answers/page.ts';
import type { Success } from '../../lib/http/answers/success.ts';
import * as testimony from '../../lib/http/answers/testimony.ts';
import * as upload from '../../lib/http/answers/upload-permit.ts';
import * as user from '../../lib/http/answers/user.ts';
import { codeOf, statusOf } from '../../lib/http/problem.ts';
import type { AnyEndpoint } from '../functions/endpoints.ts';
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

const TEXT = { type: 'string' };

export const isPage = ({ item }: Success<number, unknown>): boolean => item !== undefined;

/** What succeeding looks like. */
export function succeeded({ answer, idempotent }: AnyEndpoint): object {
  const { schema, item, headers = [] } = answer;
  if (!schema) return { description: 'Done.' };
  const carried = {
    ...Object.fromEntries(headers.map(name => [name, { required: true, schema: TEXT }])),
    ...(idempotent && { 'Idempotency-Replayed': { schema: { type: 'string', const: 'true' } } }),
  };
  const described = item
    ? { allOf: [{ $ref: '#/components/schemas/Page' }, listOf(item)] }
    : schemaOf(schema as v.GenericSchema);
  return {
    description: 'Done.',
    ...(Object.keys(carried).length > 0 && { headers: carried }),
    content: { 'application/json': { schema: described } },
  };
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

const OF_A_BODY: readonly Reason[] = ['malformed-body', 'too-large', 'unsupported-media-type'];
const ALWAYS: readonly Reason[] = ['internal', 'unavailable'];

/** All an endpoint may refuse with, as it declares it. */
export function refusalsOf(endpoint: AnyEndpoint): Reason[] {
  const { access, about, limit, query, body, idempotent, quota, answer, refuses } = endpoint;
  return [
    ...access.refuses,
    ...(limit || quota ? (['too-many-requests'] as const) : []),
    ...(about?.refuses ?? []),
    ...(body ? OF_A_BODY : []),
    ...(isPage(answer) ? (['bad-cursor'] as const) : []),
    ...(body || query ? (['invalid'] as const) : []),
    ...(idempotent?.refuses ?? []),
    ...(refuses ?? []),
    ...ALWAYS,
  ];
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  401: 'No valid token.',
  403: 'Not for this caller.',
  404: 'There is no such thing.',
  405: 'Not by this method.',
  409: 'Not in this state.',
  412: 'Changed since it was read.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  422: 'Fields are wrong.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Our fault.',
  503: 'Something we need does not answer; `Retry-After` says when to come back.',
};

const problem = (status: string, description: string) => ({
  description,
  content: {
    'application/json': {
      schema: { $ref: `#/components/schemas/${status === '422' ? 'ValidationError' : 'Problem'}` },
    },
  },
});

/** The shared answers, by status. */
export const PROBLEMS = Object.fromEntries(
  Object.entries(MEANINGS).map(([status, meaning]) => [status, problem(status, meaning)]),
);

/** The responses of these reasons, by status, and the codes that tell them apart. */
export function refused(reasons: readonly Reason[]): Record<string, object> {
  const byStatus = Object.groupBy(new Set(reasons), statusOf);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => [
      status,
      {
        $ref: `#/components/responses/${status}`,
        description: `${MEANINGS[Number(status)]} \`X-Error-Code\`: ${codes.map(reason => `\`${codeOf(reason)}\``).join(', ')}.`,
      },
    ]),
  );
}
