/** One route as OpenAPI sees it, from what its endpoint declares. */
import { readFileSync } from 'node:fs';
import type { Access } from '../../lib/http/access.ts';
import type { FormDescription } from '../../lib/http/request.ts';
import type { AnyEndpoint, Route } from '../functions/endpoints.ts';
import { isPage, succeeded } from './answers.ts';
import type { JsonSchema } from './json-schema.ts';
import { operationIdOf } from './operation-id.ts';
import { refusalsOf, refused } from './refusals.ts';
import { schemaOf } from './schemas.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

const ROOT = new URL('../../', import.meta.url);
const TEXT = { type: 'string' };

/** What a caller must be besides signed in stands where OpenAPI 3.1 has roles. */
function securityOf({ credentials, requires }: Access<unknown, never>): Operation['security'] {
  if (credentials === 'AWS signature') return [{ aws: [] }];
  if (credentials === 'token') return [{ token: requires }];
  return credentials === 'optional token' ? [{}, { token: [] }] : [];
}

export function operationOf({ name, file, path, endpoint }: Route): Operation {
  const { access, answer, body } = endpoint;
  return {
    operationId: operationIdOf(name),
    tags: [/^\/api\/v1\/(\w+)/.exec(path)?.[1] ?? ''],
    description: promiseOf(file),
    security: securityOf(access),
    parameters: [...inPath(path), ...inQuery(endpoint), ...inHeaders(endpoint)],
    ...(body && bodyOf(body.forms)),
    responses: { [answer.status]: succeeded(endpoint), ...refused(refusalsOf(endpoint)) },
  };
}

/** The prose of the comment that every function begins with, its first line aside. */
function promiseOf(file: string): string {
  const source = readFileSync(new URL(file, ROOT), 'utf8');
  const comment = source.slice(source.indexOf('/**') + 3, source.indexOf('*/'));
  const [, ...paragraphs] = comment
    .replaceAll(/^ \* ?/gm, '')
    .trim()
    .split('\n\n');
  return paragraphs.map(paragraph => paragraph.replaceAll('\n', ' ').trim()).join('\n\n');
}

function inPath(path: string): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.map(name => ({ name, in: 'path', required: true, schema: TEXT }));
}

function inQuery({ query, answer, refuses = [] }: AnyEndpoint): Parameter[] {
  const { properties = {}, required = [] } = query ? schemaOf(query.schema) : {};
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, schema]) =>
      ({ name, in: 'query', required: (required as string[]).includes(name), schema }) as const,
  );
  return isPage(answer) || refuses.includes('bad-cursor')
    ? [...fields, { name: 'cursor', in: 'query', required: false, schema: TEXT }]
    : fields;
}

/** Printable ASCII (contract §7). */
const KEY = { type: 'string', minLength: 16, maxLength: 255, pattern: '^[ -~]+$' };

function inHeaders({ headers = {}, idempotent }: AnyEndpoint): Parameter[] {
  const read = Object.entries(headers).map(
    ([name, need]) => ({ name, in: 'header', required: need === 'required', schema: TEXT }) as const,
  );
  if (!idempotent) return read;
  return [...read, { name: idempotent.header, in: 'header', required: false, schema: KEY }];
}

function bodyOf(forms: readonly FormDescription[]): Pick<Operation, 'requestBody'> {
  const schemas = forms.map(({ schema }) => schemaOf(schema));
  const schema = schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? {});
  const mediaTypes = [...new Set(forms.flatMap(form => form.mediaTypes))];
  return { requestBody: { content: Object.fromEntries(mediaTypes.map(type => [type, { schema }])) } };
}
