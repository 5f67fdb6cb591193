/** One route as OpenAPI sees it. */
import { readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { admissionOf, MORE_REFUSALS, SUCCESSES } from './answers.ts';
import { type JsonSchema, schemaOf } from './schemas.ts';
import { surround } from './surroundings.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** What `json`, `formWithFiles` and `query` of lib/http make. */
interface Reader {
  readonly schema: v.GenericSchema & { readonly entries: Readonly<Record<string, unknown>> };
  /** Absent: it reads the query. */
  readonly mediaType?: string;
}

const ROOT = new URL('../../', import.meta.url);
const TEXT = { type: 'string' };

/** What stories read without a schema, because a signature speaks for all of it. */
const UNCHECKED: Readonly<Record<string, readonly Omit<Parameter, 'required' | 'schema'>[]>> = {
  'auth-verify-email': [
    { name: 'expires', in: 'query' },
    { name: 'signature', in: 'query' },
  ],
  'webhooks-stripe': [{ name: 'Stripe-Signature', in: 'header' }],
};

/** @param file the endpoint, from the project's folder */
export async function operationOf(name: string, file: string, path: string): Promise<Operation> {
  const source = readFileSync(new URL(file, ROOT), 'utf8');
  const readers = await readersOf(file);
  const forms = readers.filter(({ mediaType }) => mediaType);
  const { access, success, isLimited, isOfOne, description } = declared(source, file);
  const { security, refusals } = admissionOf(access);
  const statuses = [
    ...refusals,
    ...(forms.length > 0 ? [400, 413, 415] : []),
    ...(success === 'page' ? [400] : []),
    ...(readers.length > 0 ? [422] : []),
    ...(isOfOne ? [404] : []),
    ...(isLimited ? [429] : []),
    ...(MORE_REFUSALS[name] ?? []),
    ...[500, 503],
  ];
  return {
    operationId: name,
    ...{ tags: [/^\/api\/v1\/(\w+)/.exec(path)?.[1]], description, security },
    parameters: [...inPath(path), ...inQuery(readers, success), ...unchecked(name)],
    ...bodyOf(forms),
    responses: {
      [SUCCESSES[success] ?? 200]: succeeded(success),
      ...Object.fromEntries(statuses.map(status => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
}

/** The forms that an endpoint exports: one, one per role, or none. */
async function readersOf(file: string): Promise<Reader[]> {
  surround();
  const exported: object[] = Object.values(await import(new URL(file, ROOT).href));
  return exported.filter((value): value is Reader => 'schema' in value);
}

/** What an endpoint says of itself in words. */
function declared(source: string, file: string) {
  const find = (pattern: RegExp) => pattern.exec(source)?.[1];
  const comment = find(/^\/\*\*\n \* .*\n \*\n([\s\S]*?) \*\//);
  const access = find(/^ {2}access: (.+),$/m);
  const success = find(/return (\w+)\(/);
  if (!comment || !access || !success || !SUCCESSES[success]) throw new Error(`${file} cannot be described`);
  const description = comment
    .replaceAll(/^ \* ?/gm, '')
    .trim()
    .replaceAll(/\n(?!\n)/g, ' ');
  return {
    ...{ access, success, description },
    isLimited: /^ {2}limit: /m.test(source),
    isOfOne: source.includes('pathId('),
  };
}

function inPath(path: string): Parameter[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.map(name => ({ name, in: 'path', required: true, schema: TEXT }));
}

function inQuery(readers: readonly Reader[], success: string): Parameter[] {
  const queries = readers.filter(({ mediaType }) => !mediaType).map(({ schema }) => schemaOf(schema));
  const fields = queries.flatMap(({ properties, required }) =>
    Object.entries(properties as Record<string, JsonSchema>).map(
      ([name, schema]) =>
        ({ name, in: 'query', required: (required as string[]).includes(name), schema }) as const,
    ),
  );
  return success === 'page'
    ? [...fields, { name: 'cursor', in: 'query', required: false, schema: TEXT }]
    : fields;
}

function unchecked(name: string): Parameter[] {
  return (UNCHECKED[name] ?? []).map(parameter => ({ ...parameter, required: true, schema: TEXT }));
}

function bodyOf(forms: readonly Reader[]): Pick<Operation, 'requestBody'> {
  const [first] = forms;
  if (!first?.mediaType) return {};
  const schemas = forms.map(({ schema }) => schemaOf(schema));
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemaOf(first.schema);
  return { requestBody: { content: { [first.mediaType]: { schema } } } };
}

function succeeded(success: string): object {
  if (success === 'noContent') return { description: 'Done.' };
  const members = success === 'page' ? ['data', 'links', 'meta'] : ['data'];
  const properties = Object.fromEntries(members.map(member => [member, {}]));
  const schema = { type: 'object', required: members, properties };
  return { description: 'Done.', content: { 'application/json': { schema } } };
}
