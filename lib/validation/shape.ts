/** What a schema expects to find: members, a list, or one value. Optional fields count as what they wrap. */
import * as v from 'valibot';

type Anything = v.GenericSchema<unknown, unknown>;

export interface Shape {
  readonly schema: Anything;
  /** The members, when an object is expected. */
  readonly entries?: Readonly<Record<string, Anything>>;
  /** The schema of one entry, when a list is expected. */
  readonly item?: Anything;
}

export function describeShape(schema: Anything): Shape {
  if ('wrapped' in schema) return describeShape(schema.wrapped as Anything);
  return {
    schema,
    ...('entries' in schema && { entries: schema.entries as Record<string, Anything> }),
    ...('item' in schema && { item: schema.item as Anything }),
  };
}

/** The member of `schema` called `key`; undefined for a name that it does not know. */
export function findMember(schema: Anything, key: string): Anything | undefined {
  const { entries, item } = describeShape(schema);
  return entries && Object.hasOwn(entries, key) ? entries[key] : item;
}

/** Marks a text that must not be trimmed: passwords. */
export const VERBATIM = v.metadata<string, { readonly verbatim: true }>({ verbatim: true });

export function isVerbatim({ schema }: Shape): boolean {
  return v.getMetadata(schema).verbatim === true;
}

/** Marks a whole number that forms send too, which know only text: they read its digits. */
export const IN_DIGITS = v.metadata<number, { readonly inDigits: true }>({ inDigits: true });

export function isInDigits({ schema }: Shape): boolean {
  return v.getMetadata(schema).inDigits === true;
}

/** Marks a field in whose place a form has a file: what comes there as text need not be readable. */
export const FILE = { file: true } as const;

export function isFile({ schema }: Shape): boolean {
  return v.getMetadata(schema).file === FILE.file;
}

/** Whether null is kept: as a value of the field, or to be refused, and not just another way to leave it out. */
export function acceptsNull(schema: Anything): boolean {
  if (schema.type === 'nullable' || schema.type === 'exact_optional') return true;
  return 'wrapped' in schema && acceptsNull(schema.wrapped as Anything);
}
