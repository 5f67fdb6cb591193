/**
 * Conversion of items to records by the schema of their kind (infra/docs/data.md#records-that-do-not-fit), which is in
 * `lib/domain/model/`.
 */
import * as v from 'valibot';
import { InvalidRecordError } from '../../../domain/errors.ts';
import type { Stored } from '../../../domain/model/schemas/record-schema.ts';
import { getCurrentRequestId, log } from '../../../log.ts';
import { emitMetrics } from '../../../metrics.ts';
import { type Item, withoutKeys } from './table.ts';

/**
 * Creates the function that converts the items of a kind to records: the output of the schema, in which defaults fill
 * absent attributes and attributes that the schema does not know remain, without the keys of the table.
 *
 * The function throws `InvalidRecordError` for an item that does not match the schema. The schema is created by the
 * first item that is read. Calls are marked as `@__PURE__`, so that bundles that do not read the kind leave out its
 * reader and its schema.
 */
export function createRecordReader<CreateSchema extends () => v.GenericSchema>(
  kind: string,
  createSchema: CreateSchema,
): (item: Item) => Stored<CreateSchema> {
  let schema: v.GenericSchema | undefined;
  return item => {
    schema ??= createSchema();
    const { success, output, issues } = v.safeParse(schema, item);
    if (success) {
      keepUnknownAttributes(withoutKeys(item), output as Attributes);
      return output as Stored<CreateSchema>;
    }
    logInvalidItem(kind, item);
    throw new InvalidRecordError(kind, listFields(issues));
  };
}

type Attributes = Record<string, unknown>;

/**
 * Adds the attributes that the schema does not know, such as those of a later release, to the record. `v.looseObject`
 * would keep them, too, but is a second copy of `v.object` in every bundle.
 */
function keepUnknownAttributes(stored: Attributes, record: Attributes): void {
  for (const [name, value] of Object.entries(stored)) {
    const known = record[name];
    if (!Object.hasOwn(record, name)) record[name] = value;
    else if (isObject(known) && isObject(value)) keepUnknownAttributes(value, known);
  }
}

const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null;

/** Lists the paths of the fields in which an item does not match a schema, such as `realEstate.region`. */
export const listInvalidFields = (item: object, schema: v.GenericSchema): string[] =>
  listFields(v.safeParse(schema, item).issues);

const listFields = (issues: readonly v.BaseIssue<unknown>[] = []): string[] => [
  ...new Set(issues.map(issue => v.getDotPath(issue) ?? '')),
];

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
