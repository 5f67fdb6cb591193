/** Labels of enumerations. */

import type { Language } from './error-texts.ts';
import { LABELS } from './generated/constants.gen.ts';

/** Names of the enumerations that have labels. */
export type LabelledEnum = keyof typeof LABELS;

/** Returns the label of a value. A value that a newer version of the API has added is returned unchanged. */
export function labelOf(enumeration: LabelledEnum, value: string, language: Language): string {
  return (LABELS[enumeration][language] as Readonly<Record<string, string>>)[value] ?? value;
}
