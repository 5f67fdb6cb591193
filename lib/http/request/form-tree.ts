/**
 * Converts the flat names of a form into the nested value that its schema describes
 * (infra/docs/api/validation.md#multipart-forms).
 *
 * Bracketed names, repeated names and JSON texts all result in the same value. A value that cannot be converted is
 * passed on unchanged, and the schema reports it.
 */
import type * as v from 'valibot';
import { DomainError } from '../../domain/errors.ts';
import type { UploadedFile } from '../../validation/files.ts';
import { describeShape, findMember, isNumericTextAllowed, isPlainObject } from '../../validation/validate.ts';
import { hasSafeKeys, isReservedKey, MAX_DEPTH } from './json-body.ts';

type Schema = v.GenericSchema<unknown, unknown>;
/** Text or file of a part. The value is a `Buffer` if the content is not valid text. */
export type PartValue = string | UploadedFile | Buffer;

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

export function createFormTree(): Branch {
  return { values: [], members: new Map() };
}

/** @throws DomainError `malformed-body` when the name contains a reserved key or is nested too deeply */
export function addPart(tree: Branch, name: string, value: PartValue): void {
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
export function readTree({ members }: Branch, schema: Schema): object {
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
