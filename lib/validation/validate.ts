/**
 * Validation of request bodies, which reports all errors at once (infra/docs/api/validation.md).
 *
 * The messages come from the schemas. This file adds the fields' dot paths, sorts the messages in the order of the
 * schema's fields (parents before members), and adds the errors for the members of an absent object.
 *
 * Bodies are normalised before validation. Texts are trimmed and converted to NFC. Invisible marks are removed from
 * identifiers. Blank and null values are removed, so that they count as missing, unless the field distinguishes null
 * from an absent value. Members that the schema does not know are removed. To bound the running time, texts longer than
 * `MAX_TEXT_LENGTH` are not converted (Unicode normalisation is quadratic in the marks on one letter), and the entries
 * of overlong lists are not read.
 */

import * as v from 'valibot';
import { InvalidBodyError } from '../domain/errors.ts';
import { getMissingFieldMessage, slovakMessages } from './slovak.ts';

export interface FieldIssue {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * A rule that involves several fields or the current time. It receives the normalised fields, even if some of them are
 * invalid.
 */
export type FieldsCheck = (fields: Readonly<Record<string, unknown>>, now: Date) => readonly FieldIssue[];

export const isSent = (fields: Readonly<Record<string, unknown>>, name: string): boolean =>
  (fields[name] ?? null) !== null;

export const createMissingFieldIssues = (field: string, isMissing: boolean): FieldIssue[] =>
  isMissing ? [{ path: [field], message: getMissingFieldMessage(field) }] : [];

export type BodySchema<Entries extends v.ObjectEntries = v.ObjectEntries> = v.ObjectSchema<
  Entries,
  v.ErrorMessage<v.ObjectIssue>
>;

/** Creates the schema of an object, with the message for a missing object. */
export function createObjectSchema<const Entries extends v.ObjectEntries>(
  entries: Entries,
): BodySchema<Entries> {
  return v.object(entries, ({ path }) =>
    path ? getMissingFieldMessage(String(path.at(-1)?.key)) : slovakMessages.shape,
  );
}

/**
 * Normalises and validates a request body.
 * @param now current time, for the checks
 * @throws InvalidBodyError with all messages by field
 */
export function validate<Entries extends v.ObjectEntries>(
  schema: BodySchema<Entries>,
  input: unknown,
  now: Date,
  checks: readonly FieldsCheck[] = [],
): v.InferOutput<BodySchema<Entries>> {
  const fields = normalizeInput(schema, input) as Record<string, unknown>;
  const result = v.safeParse(schema, fields);
  const fieldIssues = [
    ...(result.success ? [] : toFieldIssues(schema, result.issues)),
    ...checks.flatMap(check => check(fields, now)),
  ];
  if (result.success && fieldIssues.length === 0) return result.output;
  throw new InvalidBodyError(groupByField(sortBySchema(schema, fieldIssues)), fields);
}

/**
 * Converts Valibot's issues to field issues. An issue about an absent object is followed by the issues that the members
 * of an empty object would have.
 */
function toFieldIssues(
  schema: v.GenericSchema<unknown, unknown>,
  issues: readonly v.BaseIssue<unknown>[],
): FieldIssue[] {
  return issues.flatMap(issue => {
    const path = (issue.path ?? []).map(({ key }) => String(key));
    const isAbsent = (issue.input ?? null) === null;
    const fieldIssue = {
      path,
      message: issue.input === null ? getMissingFieldMessage(path.at(-1) ?? '') : issue.message,
    };
    const schemaAtPath = isAbsent && path.reduce<typeof schema | undefined>(findNextSchema, schema);
    if (!schemaAtPath || !describeShape(schemaAtPath).entries) return [fieldIssue];
    const { schema: absentSchema } = describeShape(schemaAtPath);
    const members = toFieldIssues(absentSchema, v.safeParse(absentSchema, {}).issues ?? []);
    return [fieldIssue, ...members.map(member => ({ ...member, path: [...path, ...member.path] }))];
  });
}

function findNextSchema(schema: v.GenericSchema<unknown, unknown> | undefined, key: string) {
  return schema && findMember(schema, key);
}

function sortBySchema(
  schema: v.GenericSchema<unknown, unknown>,
  findings: readonly FieldIssue[],
): FieldIssue[] {
  const ranked = findings.map(finding => ({ finding, rank: getRank(schema, finding.path) }));
  return ranked.sort((a, b) => compareRanks(a.rank, b.rank)).map(({ finding }) => finding);
}

function getRank(schema: v.GenericSchema<unknown, unknown>, [key, ...rest]: readonly string[]): number[] {
  if (key === undefined) return [];
  const { entries } = describeShape(schema);
  const inner = findMember(schema, key);
  return [entries ? Object.keys(entries).indexOf(key) : Number(key), ...(inner ? getRank(inner, rest) : [])];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const position = a.findIndex((rank, index) => rank !== b[index]);
  return position === -1 ? a.length - b.length : (a[position] ?? 0) - (b[position] ?? -1);
}

function groupByField(findings: readonly FieldIssue[]): Record<string, string[]> {
  const errors = new Map<string, Set<string>>();
  for (const { path, message } of findings) {
    const field = path.join('.');
    errors.set(field, (errors.get(field) ?? new Set()).add(message));
  }
  return Object.fromEntries([...errors].map(([field, messages]) => [field, [...messages]]));
}

/** Placeholder for a value that should be an object but is not. No object schema accepts it. */
const NOT_AN_OBJECT = false;

/** Maximum length of any text, in UTF-16 code units. Every text schema rejects longer texts. */
export const MAX_TEXT_LENGTH = 4096;

export const MAX_LIST_LENGTH = 100;

/** Placeholder for a list with more entries than `MAX_LIST_LENGTH`. List schemas report it as too long. */
export const TOO_MANY_ENTRIES = Symbol('too many entries');

function normalizeInput(schema: v.GenericSchema<unknown, unknown>, value: unknown): unknown {
  const shape = describeShape(schema);
  const normalizedValue = typeof value === 'string' ? normalizeText(value, shape) : value;
  if (normalizedValue === undefined || normalizedValue === null || normalizedValue === '') return undefined;
  if (shape.entries)
    return isPlainObject(normalizedValue) ? normalizeMembers(shape.entries, normalizedValue) : NOT_AN_OBJECT;
  const { item } = shape;
  if (!item || !Array.isArray(normalizedValue)) return normalizedValue;
  return normalizedValue.length > MAX_LIST_LENGTH
    ? TOO_MANY_ENTRIES
    : normalizedValue.map(entry => normalizeInput(item, entry));
}

/** Matches characters that contact apps and messengers put around numbers to keep their direction. */
const INVISIBLE_MARKS = /[\p{Bidi_Control}\u200B\u2060\uFEFF]/gu;

function normalizeText(text: string, shape: Shape): string {
  const content = isIdentifier(shape) ? text.replace(INVISIBLE_MARKS, '') : text;
  return convertToNfc(isVerbatim(shape) ? content : content.trim());
}

/**
 * Converts a text to NFC, unless it is too long. The three characters that NFC would replace by ASCII characters, such
 * as the Kelvin sign, stay as they are, so that no field accepts them in place of ASCII.
 */
export function convertToNfc(text: string): string {
  if (text.length > MAX_TEXT_LENGTH) return text;
  return text.replace(/[^\u037E\u1FEF\u212A]+/g, characters => characters.normalize('NFC'));
}

function normalizeMembers(entries: NonNullable<Shape['entries']>, value: Record<string, unknown>): object {
  const members = Object.entries(entries).map(([key, schema]) => [
    key,
    Object.hasOwn(value, key) ? (normalizeInput(schema, value[key]) ?? getBlankValue(schema)) : undefined,
  ]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** Returns null for a blank or null field that distinguishes null from an absent value, otherwise undefined. */
function getBlankValue(schema: v.GenericSchema<unknown, unknown>): null | undefined {
  return acceptsNull(schema) ? null : undefined;
}

/** Returns whether a value is a plain object, as parsed from JSON or a form, and not a list or a file. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

type AnySchema = v.GenericSchema<unknown, unknown>;

/** The kind of value that a schema expects: an object, a list or a single value. Optional wrappers are ignored. */
export interface Shape {
  readonly schema: AnySchema;
  readonly entries?: Readonly<Record<string, AnySchema>>;
  /** The schema of one entry, if a list is expected. */
  readonly item?: AnySchema;
}

export function describeShape(schema: AnySchema): Shape {
  if ('wrapped' in schema) return describeShape(schema.wrapped as AnySchema);
  return {
    schema,
    ...('entries' in schema && { entries: schema.entries as Record<string, AnySchema> }),
    ...('item' in schema && { item: schema.item as AnySchema }),
  };
}

/** Returns the schema of the member `key`, or of a list's entries; undefined if there is none. */
export function findMember(schema: AnySchema, key: string): AnySchema | undefined {
  const { entries, item } = describeShape(schema);
  return entries && Object.hasOwn(entries, key) ? entries[key] : item;
}

/** Marks a text that must not be trimmed, such as a password. */
export const VERBATIM = v.metadata<string, { readonly verbatim: true }>({ verbatim: true });

function isVerbatim({ schema }: Shape): boolean {
  return v.getMetadata(schema).verbatim === true;
}

/** Marks an identifier, from which invisible characters are removed that other programs add when it is copied. */
export const IDENTIFIER = v.metadata<string, { readonly identifier: true }>({ identifier: true });

function isIdentifier({ schema }: Shape): boolean {
  return v.getMetadata(schema).identifier === true;
}

/** Marks an integer that may also be sent in a form, where it is parsed from text. */
export const NUMERIC_TEXT_ALLOWED = v.metadata<number, { readonly inDigits: true }>({ inDigits: true });

export function isNumericTextAllowed({ schema }: Shape): boolean {
  return v.getMetadata(schema).inDigits === true;
}

/** Marks a field for which a form may send a file. Text in such a field need not be valid UTF-8. */
export const FILE_FIELD = { file: true } as const;

export function isFileField({ schema }: Shape): boolean {
  return v.getMetadata(schema).file === FILE_FIELD.file;
}

/** Returns whether a field distinguishes null from an absent value, by accepting null or reporting an error. */
function acceptsNull(schema: AnySchema): boolean {
  if (schema.type === 'nullable' || schema.type === 'exact_optional') return true;
  return 'wrapped' in schema && acceptsNull(schema.wrapped as AnySchema);
}
