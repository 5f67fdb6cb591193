/** Texts to show to a person when a call fails (infra/docs/api/errors.md). */
import { ERROR_TEXTS, FIELD_ERROR_TEXTS, MISSING_FIELD_TEXTS } from './generated/constants.gen.ts';
import { type FieldErrors, ProblemError } from './problem.ts';

export type Language = 'sk' | 'en';

/** Code of a field error (infra/docs/api/errors.md#field-errors); `other` if the client does not know the message. */
export type FieldErrorCode = keyof typeof FIELD_ERROR_TEXTS | 'missing' | 'other';

export interface ErrorTexts {
  /** One sentence about the problem. For invalid fields, the first message and the number of the others. */
  readonly message: string;
  /** Messages by the path of the field. */
  readonly fields: FieldErrors;
  /** Codes of the messages, by the path of the field and in the same order. */
  readonly fieldCodes: Readonly<Record<string, readonly FieldErrorCode[]>>;
}

/**
 * Known code for each status, whose text is shown for an unknown code. A newer version of the API can send codes that
 * this client does not know.
 */
const CODES_BY_STATUS: Readonly<Record<number, keyof (typeof ERROR_TEXTS)['sk']>> = {
  400: 'malformed-body',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'wrong-state',
  412: 'stale',
  422: 'invalid',
};

/** Time to wait that is shown if the response has no `Retry-After`, in seconds. */
const DEFAULT_WAIT = 60;

/** Returns the texts for any error that a call rejects with. */
export function errorTexts(error: unknown, language: Language): ErrorTexts {
  if (!(error instanceof ProblemError)) {
    return { message: ERROR_TEXTS[language].internal, fields: {}, fieldCodes: {} };
  }
  const found = mapFields(error.errors, findFieldError);
  const fields = mapFields(found, ({ texts }) => texts[language === 'sk' ? 0 : 1]);
  const [first, ...others] = Object.values(fields).flat();
  const message =
    first === undefined ? getProblemText(error, language) : first + countFurther(others.length, language);
  return { message, fields, fieldCodes: mapFields(found, ({ code }) => code) };
}

function getProblemText(
  { code, status, retryAfter = DEFAULT_WAIT }: ProblemError,
  language: Language,
): string {
  const texts: Readonly<Record<string, string>> = ERROR_TEXTS[language];
  const text = texts[code] ?? texts[CODES_BY_STATUS[status] ?? 'internal'] ?? '';
  return text.replace('{seconds}', String(retryAfter));
}

interface FoundFieldError {
  readonly code: FieldErrorCode;
  readonly texts: readonly [slovak: string, english: string];
}

/** Finds the code and the English text of a message that the API has sent in Slovak. */
function findFieldError(message: string): FoundFieldError {
  const limit = /\d+/.exec(message)?.[0] ?? '';
  for (const [code, [slovak, english]] of Object.entries(FIELD_ERROR_TEXTS)) {
    if (slovak.replace('{limit}', limit) === message)
      return { code: code as FieldErrorCode, texts: [message, english.replace('{limit}', limit)] };
  }
  const missing = Object.values(MISSING_FIELD_TEXTS).find(([slovak]) => slovak === message);
  return missing
    ? { code: 'missing', texts: missing }
    : { code: 'other', texts: [message, 'This value is not valid.'] };
}

function mapFields<From, To>(
  fields: Readonly<Record<string, readonly From[]>>,
  map: (value: From) => To,
): Record<string, To[]> {
  return Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, values.map(map)]));
}

function countFurther(count: number, language: Language): string {
  if (count === 0) return '';
  if (language === 'en') return ` (and ${count} more ${count === 1 ? 'error' : 'errors'})`;
  const noun = count === 1 ? 'ďalšia chyba' : count < 5 ? 'ďalšie chyby' : 'ďalších chýb';
  return ` (a ${count} ${noun})`;
}
