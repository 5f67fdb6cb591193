/** Reduced form of the API description: the members that programs depend on, without texts and examples. */
import type { OpenApi } from '../openapi/describe-api.ts';

/** A JSON value of the reduced description. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export type Schema = Readonly<Record<string, Json>>;

export interface ReducedOperation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security: readonly Readonly<Record<string, Json>>[];
  readonly 'x-requires': readonly string[];
  readonly parameters: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { required?: boolean; content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, ReducedResponse>>;
}

export interface ReducedResponse {
  readonly headers?: Readonly<Record<string, { schema?: Schema }>>;
  readonly content?: Readonly<Record<string, { schema?: Schema }>>;
}

export interface ReducedDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ReducedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Members of the description that no program depends on, because they contain texts. */
const TEXT_MEMBERS = new Set([
  ...['description', 'summary', 'example', 'examples', 'title', 'tags', 'encoding'],
  ...['x-enum-labels', 'x-codeSamples', 'x-enum-varnames', 'x-enumNames'],
]);

export function reduceDescription({ paths, components }: OpenApi): ReducedDescription {
  return removeTexts({ paths, components: { schemas: components.schemas } }) as unknown as ReducedDescription;
}

/**
 * Removes members with texts from a value.
 * @param isNames whether the keys of the value are arbitrary names, such as those of an object's properties
 */
function removeTexts(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map(member => removeTexts(member));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => isNames || !TEXT_MEMBERS.has(name));
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      removeTexts(member, !isNames && MEMBERS_WITH_FREE_NAMES.has(name)),
    ]),
  );
}

const MEMBERS_WITH_FREE_NAMES = new Set(['properties', 'schemas', 'paths', 'headers', 'content']);
