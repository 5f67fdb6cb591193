/**
 * Reader of form bodies, as multipart, JSON or URL-encoded.
 *
 * The flat names of a form are converted into the nested value that its schema describes
 * (infra/docs/api/validation.md#multipart-forms). Bracketed names, repeated names and JSON texts all result in the same
 * value. A value that cannot be converted is passed on unchanged, and the schema reports it.
 */
import { isUtf8 } from 'node:buffer';
import type * as v from 'valibot';
import { DomainError } from '../../domain/errors.ts';
import { UploadedFile } from '../../validation/files.ts';
import { slovakMessages } from '../../validation/slovak.ts';
import {
  createObjectSchema,
  describeShape,
  type FieldIssue,
  type FieldsCheck,
  findMember,
  isFileField,
  isNumericTextAllowed,
  isPlainObject,
  validate,
} from '../../validation/validate.ts';
import { hasSafeKeys, isReservedKey, MAX_DEPTH, parseJsonObject } from './json-body.ts';
import { type FormPart, MAX_PARTS, parseMultipart } from './multipart-parser.ts';
import { decodeUtf8, detectMediaType, type HttpRequest, isEmptyRequest } from './request.ts';

const MAX_TEXT_BYTES = 64 * 1024;

const MEDIA_TYPES = ['multipart/form-data', 'application/json', 'application/x-www-form-urlencoded'] as const;

type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Creates a reader for forms with these fields, which can include files (infra/docs/api/validation.md#multipart-forms).
 * JSON and URL-encoded bodies contain upload keys in place of files.
 */
export function formBody<const Entries extends v.ObjectEntries>(
  entries: Entries,
  ...checks: readonly FieldsCheck[]
) {
  const schema = createObjectSchema(entries);
  return {
    bodies: [{ mediaTypes: MEDIA_TYPES, schema }],
    async read(request: HttpRequest) {
      const { fields, parts } = await readFields(request, schema);
      const checkFiles = () => listSurplusFiles(parts, schema.entries);
      return validate(schema, fields, request.receivedAt, [...checks, checkFiles]);
    },
  };
}

async function readFields(
  request: HttpRequest,
  schema: Schema,
): Promise<{ fields: object; parts: readonly FormPart[] }> {
  if (isEmptyRequest(request)) return { fields: {}, parts: [] };
  const { type, parameters } = detectMediaType(request, MEDIA_TYPES);
  if (type === 'application/json') return { fields: parseJsonObject(request.body), parts: [] };
  const isMultipart = type === 'multipart/form-data';
  const sent = isMultipart ? await parseMultipart(request.body, parameters) : parseUrlencoded(request.body);
  const parts = sent.filter(part => !isEmptyFileInput(part));
  const tree = createFormTree();
  for (const part of parts) addPart(tree, part.name, convertPart(part, schema));
  return { fields: readTree(tree, schema), parts };
}

/** Returns whether a part comes from a file input in which the user has chosen no file. */
function isEmptyFileInput({ fileName, content }: FormPart): boolean {
  return fileName === '' && content.length === 0;
}

/**
 * Returns an issue if a form has more files or upload keys than file fields, including those under unknown names. The
 * issue is reported at a repeated field or, if there is none, at the last file field.
 */
function listSurplusFiles(parts: readonly FormPart[], entries: v.ObjectEntries): FieldIssue[] {
  const fileFields = Object.keys(entries).filter(name => isFileField(describeShape(entries[name] as Schema)));
  const names = parts
    .filter(({ name, isText }) => fileFields.includes(name) || !(isText || Object.hasOwn(entries, name)))
    .map(({ name }) => name);
  const repeated = fileFields.find(field => names.indexOf(field) !== names.lastIndexOf(field));
  const field = repeated ?? fileFields.at(-1);
  return field && names.length > fileFields.length ? [{ path: [field], message: slovakMessages.shape }] : [];
}

/**
 * Converts a part to its value. Invalid or too long text in a file field is kept as bytes, and the rule of the field
 * then reports that the value is not a file.
 * @throws DomainError `malformed-body` when any other text is not UTF-8 or is longer than 64 KiB
 */
function convertPart({ name, isText, content }: FormPart, schema: Schema): PartValue {
  if (!isText) return new UploadedFile(content);
  if (content.length <= MAX_TEXT_BYTES && isUtf8(content)) return content.toString('utf8');
  const field = findMember(schema, name);
  if (field && isFileField(describeShape(field))) return content;
  throw new DomainError('malformed-body');
}

/**
 * Parses a URL-encoded body into text parts. Characters other than ASCII may be sent without percent-encoding.
 * @throws DomainError `malformed-body` when the encoding is invalid or there are more than 200 pairs
 */
function parseUrlencoded(body: Buffer): FormPart[] {
  const pairs = decodeUtf8(body)
    .trim()
    .split('&')
    .filter(pair => pair !== '');
  if (pairs.length > MAX_PARTS) throw new DomainError('malformed-body');
  return pairs.map(pair => {
    const [name = ''] = pair.split('=', 1);
    return {
      name: decodeComponent(name),
      fileName: undefined,
      isText: true,
      content: Buffer.from(decodeComponent(pair.slice(name.length + 1))),
    };
  });
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new DomainError('malformed-body');
  }
}

/** Text or file of a part. The value is a `Buffer` if the content is not valid text. */
type PartValue = string | UploadedFile | Buffer;

interface Branch {
  /** Values sent under exactly this name, in order. */
  readonly values: PartValue[];
  readonly members: Map<string, Branch>;
}

const BRACKETED_NAME = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;
/** Nesting depth of a part's JSON value. The form itself has depth 1. */
const PART_JSON_DEPTH = 2;

/**
 * Matches the keys of numbered list entries, up to 99. Keys for `[]` begin with a plus, so they never collide with
 * numbered keys.
 */
const LIST_ENTRY_KEY = /^(?:\+\d+|\d{1,2})$/;

function createFormTree(): Branch {
  return { values: [], members: new Map() };
}

/** @throws DomainError `malformed-body` when the name contains a reserved key or is nested too deeply */
function addPart(tree: Branch, name: string, value: PartValue): void {
  const [, firstKey = name, brackets = ''] = BRACKETED_NAME.exec(name) ?? [];
  const keys = brackets ? [firstKey, ...brackets.slice(1, -1).split('][')] : [firstKey];
  const nameParts = name.split(/[[\]]/);
  if (keys.length > MAX_DEPTH || nameParts.some(isReservedKey)) throw new DomainError('malformed-body');
  keys.reduce(getOrCreateMember, tree).values.push(value);
}

function getOrCreateMember({ members }: Branch, key: string): Branch {
  const newBranch = createFormTree();
  const existingBranch = key === '' ? undefined : members.get(key);
  if (!existingBranch) members.set(key || `+${members.size}`, newBranch);
  return existingBranch ?? newBranch;
}

/**
 * Returns the value of a branch. If a name was sent with and without brackets, only the values with brackets are used.
 * If a scalar was sent repeatedly, the last value is used.
 */
function readValue({ values, members }: Branch, schema: Schema): unknown {
  if (members.size > 0) return readMembers(members, schema);
  const { entries, item } = describeShape(schema);
  const lastValue = values.at(-1);
  if (item && values.length > 1) return values;
  if (typeof lastValue !== 'string') return lastValue;
  if (entries) return parseJsonText(lastValue);
  return item ? readList(lastValue) : lastValue;
}

/** Returns the form's value, limited to the fields of the schema. It is an object even if all names are numbers. */
function readTree({ members }: Branch, schema: Schema): object {
  const knownMembers = readKnownMembers(members, schema);
  return Object.fromEntries(
    knownMembers.map(([key, value]) => [
      key,
      isPlainObject(value) ? convertTexts(value, findMember(schema, key)) : value,
    ]),
  );
}

/** Converts texts inside an object: `null` becomes null, and digits become a number if the schema expects one. */
function convertTexts(value: unknown, schema: Schema | undefined): unknown {
  if (isPlainObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [
      key,
      convertTexts(member, schema && findMember(schema, key)),
    ]);
    return Object.fromEntries(members);
  }
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === 'null') return null;
  return schema && isNumericTextAllowed(describeShape(schema)) && /^-?\d+$/.test(text) ? Number(text) : value;
}

function readKnownMembers(members: Branch['members'], schema: Schema): (readonly [string, unknown])[] {
  return [...members].flatMap(([key, branch]) => {
    const memberSchema = findMember(schema, key);
    return memberSchema ? [[key, readValue(branch, memberSchema)] as const] : [];
  });
}

function readMembers(members: Branch['members'], schema: Schema): unknown {
  const knownMembers = readKnownMembers(members, schema);
  const isList = [...members.keys()].every(key => LIST_ENTRY_KEY.test(key));
  return isList ? knownMembers.map(([, value]) => value) : Object.fromEntries(knownMembers);
}

/** Converts text to a list: JSON is parsed, other text becomes the only entry. Returns undefined for blank text. */
function readList(text: string): unknown {
  if (text.trim() === '') return undefined;
  return /^\s*[[{]/.test(text) ? parseJsonText(text) : [text];
}

/** Parses a JSON text. Returns the text itself when it is invalid, nested too deeply or contains reserved keys. */
function parseJsonText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return hasSafeKeys(value, PART_JSON_DEPTH) ? value : text;
  } catch {
    return text;
  }
}
