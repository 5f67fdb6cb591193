/** Limits of the fields of request bodies (infra/docs/frontends.md#limits-of-fields). */
import { FIELD_LIMITS } from './generated/field-limits.gen.ts';

/** Limits of a field. A text is measured after its surrounding blanks are removed. */
export interface FieldLimits {
  /** Whether the field is required. A field of an object is required if the object is sent. */
  readonly required: boolean;
  /** Minimum number of characters (code points). */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Format of JSON Schema, for example `email`. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Maximum size of a file. */
  readonly maxBytes?: number;
  /** Media types of a file. Its content must have one of them. */
  readonly mediaTypes?: readonly string[];
}

/** Attributes of an HTML input. */
export interface InputAttributes {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  min?: number;
  max?: number;
  /** Media types of a file input, separated by commas. */
  accept?: string;
}

type Operation = keyof typeof FIELD_LIMITS;

/** Returns the limits of a field as attributes of an HTML input. */
export function inputAttributes<Name extends Operation>(
  operation: Name,
  field: keyof (typeof FIELD_LIMITS)[Name] & string,
): InputAttributes {
  const limits = (FIELD_LIMITS[operation] as Readonly<Record<string, FieldLimits>>)[field];
  const { required, minLength, maxLength, pattern, minimum, maximum, mediaTypes } = limits ?? {
    required: false,
  };
  const attributes = {
    minLength,
    maxLength,
    pattern,
    min: minimum,
    max: maximum,
    accept: mediaTypes?.join(','),
  };
  const entries = Object.entries({ required, ...attributes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
