/** Validation of a body with a single field. The result is the value of the field or the errors. */
import type * as v from 'valibot';
import { createObjectSchema, validate } from '../../../lib/validation/validate.ts';

export const NOW = new Date('2026-06-15T10:00:00Z');

export function validateField(schema: v.GenericSchema, value: unknown, now = NOW): unknown {
  try {
    return validate(createObjectSchema({ field: schema }), { field: value }, now).field;
  } catch (invalid) {
    return (invalid as { errors?: unknown }).errors ?? invalid;
  }
}

export const fieldErrors = (...messages: string[]) => ({ field: messages });
