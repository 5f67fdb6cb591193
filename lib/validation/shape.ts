/** Inspection of schemas: whether they expect an object, a list or a single value. Optional wrappers are ignored. */
import * as v from 'valibot';

type AnySchema = v.GenericSchema<unknown, unknown>;

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

export function isVerbatim({ schema }: Shape): boolean {
  return v.getMetadata(schema).verbatim === true;
}

/** Marks an identifier, from which invisible characters are removed that other programs add when it is copied. */
export const IDENTIFIER = v.metadata<string, { readonly identifier: true }>({ identifier: true });

export function isIdentifier({ schema }: Shape): boolean {
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
export function acceptsNull(schema: AnySchema): boolean {
  if (schema.type === 'nullable' || schema.type === 'exact_optional') return true;
  return 'wrapped' in schema && acceptsNull(schema.wrapped as AnySchema);
}
