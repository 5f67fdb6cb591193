/** Inspection of schemas: whether they expect an object, a list or a single value. Optional wrappers are ignored. */
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

/** Returns the schema of the member `key`, or of a list's entries; undefined when there is none. */
export function findMember(schema: Anything, key: string): Anything | undefined {
  const { entries, item } = describeShape(schema);
  return entries && Object.hasOwn(entries, key) ? entries[key] : item;
}

/** Marks a text that must not be trimmed, such as a password. */
export const VERBATIM = v.metadata<string, { readonly verbatim: true }>({ verbatim: true });

export function isVerbatim({ schema }: Shape): boolean {
  return v.getMetadata(schema).verbatim === true;
}

/** Marks an integer that may also be sent in a form, where it is parsed from text. */
export const IN_DIGITS = v.metadata<number, { readonly inDigits: true }>({ inDigits: true });

export function isInDigits({ schema }: Shape): boolean {
  return v.getMetadata(schema).inDigits === true;
}

/** Marks a field for which a form may send a file. Text in such a field need not be valid UTF-8. */
export const FILE = { file: true } as const;

export function isFile({ schema }: Shape): boolean {
  return v.getMetadata(schema).file === FILE.file;
}

/** Returns whether a field distinguishes null, either as a value or as an error, from an absent value. */
export function acceptsNull(schema: Anything): boolean {
  if (schema.type === 'nullable' || schema.type === 'exact_optional') return true;
  return 'wrapped' in schema && acceptsNull(schema.wrapped as Anything);
}
