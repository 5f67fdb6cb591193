/** Labels of enumerations in the API description (`x-enum-labels`), from `lib/texts/labels.ts`. */
import * as labels from '../../lib/texts/labels.ts';

export interface EnumLabels {
  readonly sk: Readonly<Record<string, string>>;
  readonly en: Readonly<Record<string, string>>;
}

export const LABEL_TABLES: Readonly<Record<string, labels.LabelTable>> = labels;

/** Returns the name of the table of an enumeration: `TESTIMONY_STATE_LABELS` for `TestimonyState`. */
export const getLabelsName = (enumeration: string): string =>
  `${enumeration.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}_LABELS`;

/**
 * Builds `x-enum-labels` for an enumeration.
 * @returns labels by language and value; undefined when no table has exactly these values
 */
export function findEnumLabels(values: readonly unknown[]): EnumLabels | undefined {
  const sortedValues = [...values].sort().join();
  const table = Object.values(LABEL_TABLES).find(
    candidate => Object.keys(candidate).sort().join() === sortedValues,
  );
  return table && splitByLanguage(table, values.map(String));
}

/** Splits a label table by language, with the values in the given order. */
export function splitByLanguage(
  table: labels.LabelTable,
  values: readonly string[] = Object.keys(table),
): EnumLabels {
  const selectLanguage = (index: 0 | 1) =>
    Object.fromEntries(values.map(value => [value, table[value]?.[index] ?? '']));
  return { sk: selectLanguage(0), en: selectLanguage(1) };
}
