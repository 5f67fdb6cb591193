/**
 * Schemas of CloudFormation's resource types, read from the declarations of `@awboost/cfn-resource-types`.
 *
 * AWS publishes a schema of every resource type. This package is the one on npm that keeps their patterns and
 * limits; it writes them as comments of TypeScript types.
 */
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** The schema of one value. A schema without members accepts every value. */
export interface Schema {
  readonly type?: string;
  readonly items?: Schema;
  readonly members?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly unknown[];
  readonly either?: readonly Schema[];
  /** The name of another schema of the same resource type. */
  readonly part?: string;
  readonly pattern?: string;
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface ResourceSchema {
  readonly properties: Schema;
  readonly attributes: readonly string[];
  readonly parts: Readonly<Record<string, Schema>>;
}

/** The package has one module for each resource type, all in this folder. */
const FOLDER = new URL('.', import.meta.resolve('@awboost/cfn-resource-types/AWS-DynamoDB-Table'));

const cache = new Map<string, ResourceSchema | undefined>();

/** @returns undefined for a type that CloudFormation does not have */
export function schemaOf(type: string): ResourceSchema | undefined {
  if (!cache.has(type)) cache.set(type, readSchema(type));
  return cache.get(type);
}

/** The declarations of a type hold its properties, its attributes and the parts that these consist of. */
function readSchema(type: string): ResourceSchema | undefined {
  const file = new URL(`${type.replaceAll('::', '-')}.d.ts`, FOLDER);
  if (!existsSync(file)) return undefined;
  const source = ts.createSourceFile('type.d.ts', readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const aliases = source.statements.filter(ts.isTypeAliasDeclaration);
  const all = Object.fromEntries(aliases.map(({ name, type: node }) => [name.text, read(node)]));
  const own = type.replaceAll('::', '').replace(/^AWS/, '');
  const { [`${own}Properties`]: properties = {}, [`${own}Attributes`]: attributes = {}, ...parts } = all;
  return { properties, attributes: Object.keys(attributes.members ?? {}), parts };
}

function read(node: ts.TypeNode): Schema {
  if (ts.isTypeLiteralNode(node)) return membersOf(node.members.filter(ts.isPropertySignature));
  if (ts.isArrayTypeNode(node)) return { type: 'array', items: read(node.elementType) };
  if (ts.isParenthesizedTypeNode(node)) return read(node.type);
  if (ts.isUnionTypeNode(node)) return eitherOf(node.types);
  if (ts.isLiteralTypeNode(node)) return { oneOf: [JSON.parse(node.getText().replaceAll("'", '"'))] };
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText();
    return name === 'Record' ? { type: 'object' } : { part: name };
  }
  const name = node.getText();
  return ['string', 'number', 'boolean'].includes(name) ? { type: name } : {};
}

function eitherOf(nodes: readonly ts.TypeNode[]): Schema {
  const schemas = nodes.map(read);
  const values = schemas.flatMap(({ oneOf = [] }) => oneOf);
  return values.length === nodes.length ? { oneOf: values } : { either: schemas };
}

function membersOf(signatures: readonly ts.PropertySignature[]): Schema {
  const members = signatures.flatMap(signature => {
    const { name, type } = signature;
    return type ? [[textOf(name), { ...read(type), ...limitsOf(signature) }] as const] : [];
  });
  const required = signatures.filter(each => !each.questionToken).map(({ name }) => textOf(name));
  return { members: Object.fromEntries(members), required };
}

function textOf(name: ts.PropertyName): string {
  return name.getText().replace(/^["']|["']$/g, '');
}

/** Reads limits from the comment before a property: `@min `60``. */
function limitsOf(signature: ts.PropertySignature): Schema {
  const comment = signature.getFullText().slice(0, signature.getLeadingTriviaWidth());
  const tags = [...comment.matchAll(/@(pattern|min|max|minLength|maxLength) `(.*)`$/gm)];
  return Object.fromEntries(
    tags.map(([, tag = '', value = '']) => [
      tag,
      tag === 'pattern' ? javaScriptPattern(value) : Number(value),
    ]),
  );
}

/** Some patterns are written for Java, where `\Z` is the end. */
function javaScriptPattern(pattern: string): string {
  return pattern.replace(/\\Z$/, '$');
}
