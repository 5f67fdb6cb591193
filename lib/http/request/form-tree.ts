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
import { isPlainObject } from '../../validation/normalize.ts';
import { describeShape, findMember, isInDigits } from '../../validation/shape.ts';
import { hasSafeKeys, isReservedKey, MAX_DEPTH } from './reserved-keys.ts';

type Schema = v.GenericSchema<unknown, unknown>;
/** A part's text or file; a `Buffer` when the content is not valid text. */
export type PartValue = string | UploadedFile | Buffer;

interface Branch {
  /** Values sent under exactly this name, in order. */
  readonly sent: PartValue[];
  readonly members: Map<string, Branch>;
}

const BRACKETED = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;
/** Nesting depth of a part's JSON value; the form itself has depth 1. */
const INSIDE_THE_FORM = 2;

/** Matches keys of list entries. Keys for `[]` begin with a plus, so they never collide with numbered keys. */
const ENTRY = /^\+?\d+$/;

export function createTree(): Branch {
  return { sent: [], members: new Map() };
}

/**
 * Adds a value to the tree.
 *
 * @throws DomainError `malformed-body` when the name contains a reserved key or is nested too deeply
 */
export function addPart(tree: Branch, name: string, value: PartValue): void {
  const [, first = name, brackets = ''] = BRACKETED.exec(name) ?? [];
  const keys = brackets ? [first, ...brackets.slice(1, -1).split('][')] : [first];
  const pieces = name.split(/[[\]]/);
  if (keys.length > MAX_DEPTH || pieces.some(isReservedKey)) throw new DomainError('malformed-body');
  keys.reduce(grow, tree).sent.push(value);
}

function grow({ members }: Branch, key: string): Branch {
  const branch = createTree();
  const known = key === '' ? undefined : members.get(key);
  if (!known) members.set(key || `+${members.size}`, branch);
  return known ?? branch;
}

/**
 * Returns the value of a branch. If a name was sent with and without brackets, only the values with brackets apply. If
 * a scalar was sent repeatedly, the last value applies.
 */
function valueIn({ sent, members }: Branch, schema: Schema): unknown {
  if (members.size > 0) return membersIn(members, schema);
  const { entries, item } = describeShape(schema);
  const last = sent.at(-1);
  if (item && sent.length > 1) return sent;
  if (typeof last !== 'string') return last;
  if (entries) return parsed(last);
  return item ? listIn(last) : last;
}

/**
 * Returns the form's value, limited to the fields of the schema. It is always an object, even if all names are
 * digits.
 */
export function readTree({ members }: Branch, schema: Schema): object {
  const known = knownIn(members, schema);
  return Object.fromEntries(
    known.map(([key, value]) => [key, isPlainObject(value) ? meant(value, findMember(schema, key)) : value]),
  );
}

/** Converts texts inside an object: `null` becomes null, and digits become a number where the schema expects one. */
function meant(value: unknown, schema: Schema | undefined): unknown {
  if (isPlainObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [
      key,
      meant(member, schema && findMember(schema, key)),
    ]);
    return Object.fromEntries(members);
  }
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === 'null') return null;
  return schema && isInDigits(describeShape(schema)) && /^[+-]?\d+$/.test(text) ? numberIn(text) : value;
}

/**
 * Converts digits to a number. The API rejects numbers with a sign as out of range
 * (infra/docs/api/validation.md#multipart-forms), so a number with a plus sign is converted to infinity.
 */
function numberIn(text: string): number {
  return text.startsWith('+') ? Number.POSITIVE_INFINITY : Number(text);
}

function knownIn(members: Branch['members'], schema: Schema): (readonly [string, unknown])[] {
  return [...members].flatMap(([key, branch]) => {
    const inner = findMember(schema, key);
    return inner ? [[key, valueIn(branch, inner)] as const] : [];
  });
}

function membersIn(members: Branch['members'], schema: Schema): unknown {
  const known = knownIn(members, schema);
  const isList = [...members.keys()].every(key => ENTRY.test(key));
  return isList ? known.map(([, value]) => value) : Object.fromEntries(known);
}

/**
 * Converts text to a list: JSON text is parsed, and other text becomes the only entry. Returns undefined for blank
 * text.
 */
function listIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  return /^\s*[[{]/.test(text) ? parsed(text) : [text];
}

/** Parses a JSON text. Returns the text itself when it is invalid, nested too deeply or contains reserved keys. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return hasSafeKeys(value, INSIDE_THE_FORM) ? value : text;
  } catch {
    return text;
  }
}
