import * as v from 'valibot';
import type { SuccessResponse } from '../success-response.ts';
import { schemas } from './schemas.ts';
import { Text } from './values.ts';

/** Returns the schema of the whole JSON body, or undefined for a response without one. */
export function successBodySchema({
  data,
  pageOf,
  nextCursor,
}: SuccessResponse): v.GenericSchema | undefined {
  if (pageOf) return v.strictObject({ data: v.array(schemas[pageOf]), ...schemas.Page.entries });
  if (!data) return undefined;
  const entries: v.ObjectEntries = { data: schemas[data] };
  if (nextCursor) entries.meta = v.strictObject({ next_cursor: v.nullable(Text) });
  return v.strictObject(entries);
}
