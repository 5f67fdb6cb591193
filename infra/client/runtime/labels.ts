/** Labels of enumerations. */

import type { Language } from './error-texts.ts';

/** Labels of one enumeration, by language and value. */
export type Labels = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/**
 * Returns the label of a value: `labelOf(REGION_LABELS, 'ke', 'sk')`. A value that a newer version of the API has added
 * is returned unchanged.
 */
export const labelOf = (labels: Labels, value: string, language: Language): string =>
  labels[language][value] ?? value;
