/**
 * `npm run schemas -- [AWS::Some::Type …]`: brings `schemas.json` up to date, for the types it has and those named.
 *
 * AWS publishes a schema of every resource type. The one npm package that keeps their patterns and limits
 * writes them down as TypeScript and is too large for every checkout, so the types in use are kept here.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import type { ResourceSchema, Schema } from './schema.ts';

const PACKAGE = '@awboost/cfn-resource-types';
const FILE = new URL('schemas.json', import.meta.url);

const known = Object.keys(JSON.parse(readFileSync(FILE, 'utf8')));
const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
try {
  execFileSync('npm', ['pack', '--silent', PACKAGE], { cwd: folder });
  const [archive = ''] = readdirSync(folder);
  execFileSync('tar', ['xzf', archive], { cwd: folder });
  const types = [...new Set([...known, ...process.argv.slice(2)])].sort();
  const schemas = types.map(type => `"${type}": ${JSON.stringify(schemaOf(type))}`);
  writeFileSync(FILE, `{\n${schemas.join(',\n')}\n}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

/** The file of a type declares its properties, its attributes and whatever these are made of. */
function schemaOf(type: string): ResourceSchema {
  const text = readFileSync(join(folder, 'package/lib', `${type.replaceAll('::', '-')}.d.ts`), 'utf8');
  const source = ts.createSourceFile('type.d.ts', text, ts.ScriptTarget.Latest, true);
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

/** They stand in the comment: `@min `60``. */
function limitsOf(signature: ts.PropertySignature): Schema {
  const comment = signature.getFullText().slice(0, signature.getLeadingTriviaWidth());
  const tags = [...comment.matchAll(/@(pattern|min|max|minLength|maxLength) `(.*)`$/gm)];
  return Object.fromEntries(
    tags.map(([, tag = '', value = '']) => [tag, tag === 'pattern' ? ours(value) : Number(value)]),
  );
}

/** Some are written for Java, where `\Z` is the end. */
function ours(pattern: string): string {
  return pattern.replace(/\\Z$/, '$');
}
