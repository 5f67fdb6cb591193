/** Columns of tables and lines of records, derived from the schema of a response. Times are in UTC. */
import { splitName, type Values } from './commands.ts';
import { AMOUNT_MEMBERS, TABLE_MEMBERS } from './exceptions.ts';
import type { Schema } from './operation.ts';
import type { Column } from './terminal-output.ts';

/** A table below a record. */
export interface TableSection {
  readonly title: string;
  readonly member: string;
  readonly columns: readonly Column[];
}

/** Creates the lines of a record, one for each value in the record and in its objects. */
export const createRecordColumns = (schema: Schema): Column[] => listColumns(schema, []);

/**
 * Creates the columns of a table: those in `TABLE_MEMBERS`, or all values that are not in objects.
 * @param name the operation that lists the rows, or the member of a record that contains them
 */
export function createTableColumns(schema: Schema, name: string): Column[] {
  const { properties = {} } = schema;
  const members =
    TABLE_MEMBERS[name]?.split(' ') ?? Object.keys(properties).filter(key => !properties[key]?.properties);
  const columns = createRecordColumns(schema);
  return members.flatMap(member => columns.filter(column => column.member === member));
}

/** Creates the tables below a record, one for each list of objects in the record. */
export const createSections = ({ properties = {} }: Schema): TableSection[] =>
  Object.entries(properties).flatMap(([member, { items }]) =>
    items?.properties
      ? { title: createTitle([member]), member, columns: createTableColumns(items, member) }
      : [],
  );

function listColumns({ properties = {} }: Schema, parents: readonly string[]): Column[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const path = [...parents, key];
    if (schema.items?.properties) return [];
    const column = createColumn(path, schema);
    return schema.properties ? [column, ...listColumns(schema, path)] : column;
  });
}

function createColumn(path: readonly string[], { type, format, properties }: Schema): Column {
  const isAmount = type === 'number' && path.some(key => AMOUNT_MEMBERS.split(' ').includes(key));
  return {
    title: createTitle(path),
    member: path.join('.'),
    kind: isAmount ? 'amount' : format === 'date-time' ? 'time' : 'value',
    read(row) {
      const value = path.reduce<unknown>((parent, key) => (parent as Values | null)?.[key], row);
      // The values of an object have columns of their own, so the column of the object shows only that the object is
      // null.
      return properties && value !== null ? undefined : value;
    },
  };
}

/** Creates a title from the names of a value and the objects around it: `Payment paid at` from `payment.paidAt`. */
export function createTitle(path: readonly string[]): string {
  const text = path.flatMap(splitName).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
