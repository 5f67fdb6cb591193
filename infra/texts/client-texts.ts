/** Texts that the client and the page `infra/docs/api/errors.md` take from the catalogues of errors. */

import {
  CLIENT_ERRORS,
  type ErrorEntry,
  getErrorSections,
  type LocalizedText,
  type PublicErrorCode,
} from '../../lib/domain/error-catalogue.ts';
import {
  ENGLISH_MISSING_FIELD_MESSAGES,
  ENGLISH_OTHER_MISSING_FIELD_MESSAGE,
  ENGLISH_TEXT_TOO_LONG_MESSAGE,
  explainFieldErrors,
  getMissingFieldMessage,
  getTooLongMessage,
  MISSING_FIELD_MESSAGES,
  slovakMessages,
  toFieldErrorCode,
} from '../../lib/validation/slovak.ts';

export interface FieldErrorText {
  readonly code: string;
  readonly text: LocalizedText;
  readonly cause: string;
}

const EXAMPLE_LIMIT = 255;

const explanations = explainFieldErrors();

/** Field errors whose Slovak text is always the same. */
export const FIXED_FIELD_ERRORS: readonly FieldErrorText[] = Object.entries(slovakMessages).map(
  ([name, slovak]) => {
    const field = name as keyof typeof slovakMessages;
    const [english, cause] = explanations[field];
    return { code: toFieldErrorCode(field), text: [slovak, english], cause };
  },
);

/** Error message for a text that is too long. `{limit}` stands for the maximum number. */
export const TOO_LONG_ERROR: FieldErrorText = {
  code: 'text-too-long',
  text: [
    getTooLongMessage(EXAMPLE_LIMIT).replace(String(EXAMPLE_LIMIT), '{limit}'),
    ENGLISH_TEXT_TOO_LONG_MESSAGE,
  ],
  cause: 'The text has more characters than the field allows. `{limit}` is the maximum.',
};

/** Texts of the error `missing`, by the name of the field. The empty name stands for all other fields. */
export const MISSING_FIELD_ERRORS: Readonly<Record<string, LocalizedText>> = {
  ...Object.fromEntries(
    Object.entries(MISSING_FIELD_MESSAGES).map(([name, slovak]) => [
      name,
      [slovak, ENGLISH_MISSING_FIELD_MESSAGES[name] ?? ENGLISH_OTHER_MISSING_FIELD_MESSAGE] as const,
    ]),
  ),
  '': [getMissingFieldMessage(''), ENGLISH_OTHER_MISSING_FIELD_MESSAGE],
};

const sections = getErrorSections();

export const ERROR_CATALOGUE: Readonly<Record<PublicErrorCode, ErrorEntry>> = {
  ...sections.Requests,
  ...sections.Accounts,
  ...sections['Testimonies and payments'],
  ...sections.Webhooks,
  ...sections['Limits and failures'],
  ...sections['Operators and webhooks of the payment provider'],
};

/** Returns the catalogue entries of the given codes and of the codes that the client assigns. */
export function selectErrors(codes: readonly string[]): Readonly<Record<string, ErrorEntry>> {
  const entries = codes.map(code => [code, ERROR_CATALOGUE[code as PublicErrorCode]] as const);
  return { ...Object.fromEntries(entries), ...CLIENT_ERRORS };
}
