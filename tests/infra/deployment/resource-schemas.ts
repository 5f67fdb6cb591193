/**
 * Schemas of CloudFormation's resource types, read from the declarations of `@awboost/cfntypes`.
 *
 * AWS publishes a schema of every resource type. The npm package contains the schemas' patterns and limits as comments
 * on TypeScript types.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The schema of one value. An empty schema accepts every value. */
export interface ValueSchema {
  readonly type?: string;
  readonly items?: ValueSchema;
  readonly members?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly unknown[];
  readonly either?: readonly ValueSchema[];
  /** The name of another schema of the same resource type. */
  readonly part?: string;
  readonly pattern?: string;
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The schema of a resource type: its properties, the names of its attributes, and the schemas of nested values. */
export interface ResourceSchema {
  readonly properties: ValueSchema;
  readonly attributes: readonly string[];
  readonly parts: Readonly<Record<string, ValueSchema>>;
}

const DECLARATIONS = readFileSync(
  new URL('resources.generated.d.ts', import.meta.resolve('@awboost/cfntypes')),
  'utf8',
);

const cache = new Map<string, ResourceSchema | undefined>();

/** Returns the schema of a resource type, or undefined for a type that CloudFormation does not have. */
export function getResourceSchema(type: string): ResourceSchema | undefined {
  if (!cache.has(type)) cache.set(type, readSchema(type));
  return cache.get(type);
}

/** Reads the declarations of a resource type: its properties, its attributes and the schemas of nested values. */
function readSchema(type: string): ResourceSchema | undefined {
  const own = type.replaceAll('::', '').replace(/^AWS/, '');
  const declaration = new RegExp(`^export type ${own}\\w* = (\\{.*?^\\}|[^{\\n]*);$`, 'gms');
  const text = (DECLARATIONS.match(declaration) ?? []).join('\n');
  const source = ts.createSourceFile('type.d.ts', text, ts.ScriptTarget.Latest, true);
  const aliases = source.statements.filter(ts.isTypeAliasDeclaration);
  const all = Object.fromEntries(aliases.map(({ name, type: node }) => [name.text, readType(node)]));
  const { [`${own}Props`]: properties, [`${own}Attributes`]: attributes = {}, ...parts } = all;
  return properties && { properties, attributes: Object.keys(attributes.members ?? {}), parts };
}

function readType(node: ts.TypeNode): ValueSchema {
  if (ts.isTypeLiteralNode(node)) return readMembers(node.members.filter(ts.isPropertySignature));
  if (ts.isArrayTypeNode(node)) return { type: 'array', items: readType(node.elementType) };
  if (ts.isParenthesizedTypeNode(node)) return readType(node.type);
  if (ts.isUnionTypeNode(node)) return readUnion(node.types);
  if (ts.isLiteralTypeNode(node)) return { oneOf: [JSON.parse(node.getText().replaceAll("'", '"'))] };
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText();
    return name === 'Record' ? { type: 'object' } : { part: name };
  }
  const name = node.getText();
  return ['string', 'number', 'boolean'].includes(name) ? { type: name } : {};
}

function readUnion(nodes: readonly ts.TypeNode[]): ValueSchema {
  const schemas = nodes.map(readType);
  const values = schemas.flatMap(({ oneOf = [] }) => oneOf);
  return values.length === nodes.length ? { oneOf: values } : { either: schemas };
}

function readMembers(signatures: readonly ts.PropertySignature[]): ValueSchema {
  const members = signatures.flatMap(signature => {
    const { name, type } = signature;
    return type ? [[readPropertyName(name), { ...readType(type), ...readLimits(signature) }] as const] : [];
  });
  const required = signatures.filter(each => !each.questionToken).map(({ name }) => readPropertyName(name));
  return { members: Object.fromEntries(members), required };
}

function readPropertyName(name: ts.PropertyName): string {
  return name.getText().replace(/^["']|["']$/g, '');
}

function readLimits(signature: ts.PropertySignature): ValueSchema {
  const comment = signature.getFullText().slice(0, signature.getLeadingTriviaWidth());
  const tags = [...comment.matchAll(/@(pattern|min|max|minLength|maxLength) `(.*)`$/gm)];
  return Object.fromEntries(
    tags.map(([, tag = '', value = '']) => [
      tag,
      tag === 'pattern' ? javaScriptPattern(value) : Number(value),
    ]),
  );
}

/** Converts a pattern to JavaScript. Some patterns are written for Java, where `\Z` matches the end of the text. */
function javaScriptPattern(pattern: string): string {
  return pattern.replace(/\\Z$/, '$');
}
