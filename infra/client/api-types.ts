/**
 * What the client knows of the API, from its description: a type for each thing, each input and each result,
 * what choices are called, and the table of routes. It becomes `runtime/api.ts`.
 */
import type { OpenApi } from '../openapi/api.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import type { Operation } from '../openapi/operation.ts';
import { type Called, routesOf } from './route-table.ts';
import { comment, isNamed, memberOf, typeOf } from './typescript.ts';

const SHORT_NAMES: Readonly<Record<string, string>> = {
  verificationDocumentFront: 'front',
  verificationDocumentBack: 'back',
};

/** The text of `runtime/api.ts`. */
export function apiTypes({ paths, components: { schemas } }: OpenApi): string {
  const called = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isForFrontends(operation))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const used = usedIn(called, schemas);
  const inputs = called.flatMap(({ operation }) => inputOf(operation, schemas));
  return [
    '// Written from the description of the API by `npm run docs`.',
    ...used.map(([name, schema]) => typeNamed(name, schema, schemas)),
    `/** What choices are called before people, by type and language. */\nexport const LABELS = {\n${used.flatMap(labelsOf).join('\n')}\n} as const;`,
    ...inputs,
    `export interface Operations {\n${called.map(one => memberFor(one, schemas)).join('\n')}\n}`,
    `/** Of \`X-Error-Code\`: one word for each cause. */\nexport type ErrorCode = ${codesOf(called)};`,
    routesOf(called),
    '',
  ].join('\n\n');
}

/** Not what is signed, by operators or by the payment provider in a header of its own; nor what is for eyes. */
const isForFrontends = ({ security, parameters, tags }: Operation) =>
  !tags.includes('docs') &&
  !security.some(scheme => 'aws' in scheme) &&
  !parameters.some(parameter => parameter.in === 'header' && parameter.required);

const nameOf = ({ operationId }: Operation) => operationId.charAt(0).toUpperCase() + operationId.slice(1);

const formOf = ({ requestBody }: Operation) =>
  requestBody?.content['multipart/form-data'] ?? requestBody?.content['application/json'];

/** Things that operations speak of, and what those are made of. */
function usedIn(
  called: readonly Called[],
  schemas: Readonly<Record<string, JsonSchema>>,
): [name: string, schema: JsonSchema][] {
  const used = new Set<string>();
  const look = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      look(schemas[name] ?? {});
    }
  };
  look(called.map(({ operation }) => [formOf(operation), operation.parameters, resultOf(operation)]));
  return Object.entries(schemas).filter(([name, schema]) => used.has(name) && isNamed(schema));
}

const typeNamed = (name: string, schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>) =>
  `${comment(String(schema.description ?? ''))}${declared(name, typeOf(schema, schemas))}`;

const labelsOf = ([name, { 'x-enum-labels': labels }]: [string, JsonSchema]) =>
  labels ? [`${name}: ${JSON.stringify(labels)},`] : [];

const declared = (name: string, type: string) =>
  type.startsWith('{') && !/\n\} [|&]/.test(type)
    ? `export interface ${name} ${type}`
    : `export type ${name} = ${type};`;

/** One flat object: what stands in the path, in the query and in the body. */
function inputOf(operation: Operation, schemas: Readonly<Record<string, JsonSchema>>): string[] {
  const parameters = operation.parameters.filter(parameter => parameter.in !== 'header');
  const form = formOf(operation)?.schema;
  const forms = form ? ((form.anyOf as JsonSchema[] | undefined) ?? [form]) : [{}];
  const types = forms.map(({ properties = {}, required = [] }) => {
    const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) =>
      memberOf(SHORT_NAMES[name] ?? name, schema, (required as string[]).includes(name), schemas),
    );
    const named = parameters.map(({ name, schema, required: must }) => memberOf(name, schema, must, schemas));
    return `{\n${[...named, ...fields].join('\n')}\n}`;
  });
  const isEmpty = types.every(type => type === '{\n\n}');
  return isEmpty ? [] : [declared(`${nameOf(operation)}Input`, types.join(' | '))];
}

function memberFor(
  { method, path, operation }: Called,
  schemas: Readonly<Record<string, JsonSchema>>,
): string {
  const hasInput = inputOf(operation, schemas).length > 0;
  const result = resultOf(operation);
  const text = [operation.description, `\`${method} ${path}\``].join('\n\n');
  return `${comment(text)}${operation.operationId}: { input: ${hasInput ? `${nameOf(operation)}Input` : 'Record<never, never>'}; result: ${result ? typeOf(result, schemas) : 'undefined'} };`;
}

/** What the method resolves to: the data, or the whole body where there is more than data. */
function resultOf({ responses }: Operation): JsonSchema | undefined {
  const [, success] = Object.entries(responses).find(([status]) => status < '300') ?? [];
  const body = (success as { content?: Record<string, { schema: JsonSchema }> })?.content?.[
    'application/json'
  ];
  const { properties = {} } = body?.schema ?? {};
  const { data, ...others } = properties as Record<string, JsonSchema>;
  return data && Object.keys(others).length === 0 ? data : body?.schema;
}

function codesOf(called: readonly Called[]): string {
  const codes = called.flatMap(({ operation }) =>
    Object.values(
      operation.responses as Record<string, { headers?: Record<string, { schema?: JsonSchema }> }>,
    ).flatMap(({ headers }) => (headers?.['X-Error-Code']?.schema?.enum as string[]) ?? []),
  );
  return [...new Set(codes)]
    .sort()
    .map(code => `\n  | '${code}'`)
    .join('');
}
