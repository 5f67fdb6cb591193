import type * as v from 'valibot';
import { type FieldsCheck, objectSchema, validate } from '../../validation/validate.ts';
import type { HttpRequest } from './request.ts';

/** Creates a reader for a URL query with these fields, and with checks of several fields. */
export function query<const Entries extends v.ObjectEntries>(entries: Entries, ...checks: FieldsCheck[]) {
  const schema = objectSchema(entries);
  return {
    schema,
    read: async (request: HttpRequest) => validate(schema, { ...request.query }, request.receivedAt, checks),
  };
}
