/**
 * Conversion of items to records, with a check against the schema of their kind
 * (infra/docs/data.md#records-that-do-not-fit). The schema of a kind is next to its store, in a file `…-record.ts`.
 */
import * as v from 'valibot';
import { InvalidRecordError } from '../../../domain/errors.ts';
import { getCurrentRequestId, log } from '../../../log.ts';
import { emitMetrics } from '../../../metrics.ts';
import { type Item, withoutKeys } from './table.ts';

/** Removes `readonly` from a type at every depth, because the output types of schemas are mutable. */
type Mutable<T> =
  T extends ReadonlySet<infer Member>
    ? Set<Member>
    : T extends readonly (infer Member)[]
      ? Mutable<Member>[]
      : T extends object
        ? { -readonly [Name in keyof T]: Mutable<T[Name]> }
        : T;

/** Requires that a schema accepts each value of a type. */
type SchemaCompatibility<Stored, Schema extends v.GenericSchema> = [Mutable<Stored>] extends [
  v.InferInput<Schema>,
]
  ? unknown
  : 'The schema rejects values of the type.';

/**
 * Creates the function that converts the items of a kind to records. The schema and the type must describe the same
 * values. Attributes that the schema does not know stay in the record.
 *
 * The function throws `InvalidRecordError` for an item that does not match the schema. Calls are marked as
 * `@__PURE__`, and schemas are created by functions, so that the bundler can leave them out of functions that do not
 * read the kind.
 */
export function createRecordReader<
  Stored extends object,
  CreateSchema extends () => v.GenericSchema<unknown, Stored>,
>(
  kind: string,
  createSchema: CreateSchema & SchemaCompatibility<Stored, ReturnType<CreateSchema>>,
): (item: Item) => Stored {
  let schema: v.GenericSchema | undefined;
  return item => {
    const record = withoutKeys<Stored>(item);
    schema ??= createSchema();
    const fields = listInvalidFields(item, schema);
    if (fields.length === 0) return record;
    logInvalidItem(kind, item);
    throw new InvalidRecordError(kind, fields);
  };
}

/** Lists the paths of the fields in which an item does not match a schema, such as `realEstate.region`. */
export function listInvalidFields(item: object, schema: v.GenericSchema): string[] {
  const { issues = [] } = v.safeParse(schema, item);
  return [...new Set(issues.map(issue => v.getDotPath(issue) ?? ''))];
}

/**
 * Converts the items of a list to records, and leaves out items that do not match their schema.
 *
 * @param onInvalid is called with each item that is left out
 */
export function readValid<Record>(
  items: readonly Item[],
  read: (item: Item) => Record,
  onInvalid: (item: Item) => void = () => {},
): Record[] {
  return items.flatMap(item => {
    try {
      return [read(item)];
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      onInvalid(item);
      return [];
    }
  });
}

const MAX_REMEMBERED = 1000;

/** Invalid items that were already logged, by the request or invocation that read them. */
const loggedReadings = new Set<string>();

/** Logs an item that does not match its schema, once per request or invocation, and counts it for the alarm. */
function logInvalidItem(kind: string, { pk, sk }: Item): void {
  const reading = `${getCurrentRequestId()} ${pk} ${sk}`;
  if (loggedReadings.has(reading)) return;
  if (loggedReadings.size === MAX_REMEMBERED) loggedReadings.clear();
  loggedReadings.add(reading);
  log.error({ event: 'table.item_invalid', detail: `${kind} ${pk} ${sk}` });
  emitMetrics([{ name: 'InvalidItems', value: 1, unit: 'Count' }]);
}
