import type * as v from 'valibot';
import { PageLimit } from '../../validation/lists.ts';
import { optional } from '../../validation/optional.ts';
import { createObjectSchema, type FieldsCheck, validate } from '../../validation/validate.ts';
import type { HttpRequest } from './request.ts';

/** Creates a reader for a URL query with these fields, and with checks that involve several fields. */
export function createQuery<const Entries extends v.ObjectEntries>(
  entries: Entries,
  ...checks: FieldsCheck[]
) {
  const schema = createObjectSchema(entries);
  return {
    schema,
    read: async (request: HttpRequest) => validate(schema, { ...request.query }, request.receivedAt, checks),
  };
}

/** Creates a reader for a list's query: these fields and the page size. `createPageResponse` reads the cursor. */
export function createListQuery<const Entries extends v.ObjectEntries>(
  entries: Entries,
  ...checks: FieldsCheck[]
) {
  return createQuery({ ...entries, limit: optional(PageLimit) }, ...checks);
}
