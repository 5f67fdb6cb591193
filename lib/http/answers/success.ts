/**
 * What succeeding looks like: a status, and the schema of the body (contract §1 "Base").
 *
 * These schemas are the single source of what views return, of the API's description, and of what every
 * test expects. No Lambda needs them: the bundler leaves this folder out (infra/bundle/plugins.cjs), so
 * nothing here may be asked for while a request is answered.
 */
import * as v from 'valibot';
import { Page } from './page.ts';

export interface Success<Status extends number, Body> {
  readonly status: Status;
  /** Absent: there is no body. */
  readonly schema?: v.GenericSchema<unknown, Body>;
  /** Of a document, which is no JSON of ours. */
  readonly mediaType?: string;
  /** Of a page: what it lists. */
  readonly item?: v.GenericSchema;
}

type Schema = v.GenericSchema;
type DataOf<Item extends Schema> = { data: v.InferOutput<Item> };
type PageOf<Item extends Schema> = v.InferOutput<typeof Page> & { data: v.InferOutput<Item>[] };

export function one<const Item extends Schema>(data: Item): Success<200, DataOf<Item>> {
  return {
    status: 200,
    schema: v.strictObject({ data }) as unknown as v.GenericSchema<unknown, DataOf<Item>>,
  };
}

export function made<const Item extends Schema>(data: Item): Success<201, DataOf<Item>> {
  return { ...one(data), status: 201 };
}

export function promised<const Item extends Schema>(data: Item): Success<202, DataOf<Item>> {
  return { ...one(data), status: 202 };
}

export function pageOf<const Item extends Schema>(item: Item): Success<200, PageOf<Item>> {
  const schema = v.strictObject({ data: v.array(item), ...Page.entries });
  return { status: 200, schema: schema as unknown as v.GenericSchema<unknown, PageOf<Item>>, item };
}

/** A file or a page; 304 for whoever has it. */
export function document(mediaType: string): Success<200 | 304, never> {
  return { status: 200, mediaType };
}

export const nothing: Success<204, never> = { status: 204 };
