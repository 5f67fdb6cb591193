/**
 * From the flat names of a form to the nested value that its schema describes (infra/docs/api/validation.md).
 *
 * Brackets, repeated names and JSON text say the same thing in different ways; after this only the
 * thing is left. What cannot be understood is handed on as it is, for the schema to refuse.
 */
import type * as v from 'valibot';
import { DomainError } from '../domain/errors.ts';
import type { UploadedFile } from '../validation/files.ts';
import { isPlainObject } from '../validation/normalize.ts';
import { describeShape, findMember, isInDigits } from '../validation/shape.ts';
import { hasSafeKeys, isReservedKey, MAX_DEPTH } from './key-guard.ts';

type Schema = v.GenericSchema<unknown, unknown>;
/** Bytes are what cannot be read as text. */
export type PartValue = string | UploadedFile | Buffer;

interface Branch {
  /** What came under this very name, in order. */
  readonly sent: PartValue[];
  readonly members: Map<string, Branch>;
}

const BRACKETED = /^([^[\]]+)((?:\[[^[\]]*\])+)$/;
/** The form itself is the outermost object. */
const INSIDE_THE_FORM = 2;

/** Keys of list entries; those of `[]` get a plus, so that they never meet a numbered one. */
const ENTRY = /^\+?\d+$/;

export function createTree(): Branch {
  return { sent: [], members: new Map() };
}

/** @throws DomainError for reserved keys and more depth than any form of ours has */
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

/** Brackets replace what came under the name alone; of repeated single values the last one counts. */
function valueIn({ sent, members }: Branch, schema: Schema): unknown {
  if (members.size > 0) return membersIn(members, schema);
  const { entries, item } = describeShape(schema);
  const last = sent.at(-1);
  if (item && sent.length > 1) return sent;
  if (typeof last !== 'string') return last;
  if (entries) return parsed(last);
  return item ? listIn(last) : last;
}

/** The form itself is always an object, however its names look. */
export function readTree({ members }: Branch, schema: Schema): object {
  const known = knownIn(members, schema);
  return Object.fromEntries(
    known.map(([key, value]) => [key, isPlainObject(value) ? meant(value, findMember(schema, key)) : value]),
  );
}

/** What an object says where every value was text: `null` is none, and digits are a whole number. */
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

/** A form's numbers have no sign: with one they are out of any range (infra/docs/api/validation.md). */
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

/** A list may come as JSON text; any other text is the only entry of one. Blank text is no list at all. */
function listIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  return /^\s*[[{]/.test(text) ? parsed(text) : [text];
}

/** The value that JSON text stands for; the text itself when it is no JSON or carries what it must not. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return hasSafeKeys(value, INSIDE_THE_FORM) ? value : text;
  } catch {
    return text;
  }
}
