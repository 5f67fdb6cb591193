/** Texts to show to a person when a call fails (infra/docs/api/errors.md). */
import { ERROR_TEXTS, FIELD_ERROR_TEXTS, MISSING_FIELD_TEXTS } from './generated/constants.gen.ts';
import { type FieldErrors, ProblemError } from './problem.ts';

export type Language = 'sk' | 'en';

/** Code of a field error (infra/docs/api/errors.md#field-errors); `other` if the response does not name it. */
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
  const entries = Object.entries(error.errors);
  const found = entries.map(([path, messages]) => {
    const codes = messages.map((_, number) => selectCode(error.fieldCodes[path]?.[number]));
    const texts = messages.map((message, number) =>
      language === 'sk' ? message : getEnglishText(path, codes[number] ?? 'other', message),
    );
    return { path, codes, texts };
  });
  const [first, ...others] = found.flatMap(({ texts }) => texts);
  const message =
    first === undefined ? getProblemText(error, language) : first + countFurther(others.length, language);
  return {
    message,
    fields: Object.fromEntries(found.map(({ path, texts }) => [path, texts])),
    fieldCodes: Object.fromEntries(found.map(({ path, codes }) => [path, codes])),
  };
}

function getProblemText(
  { code, status, retryAfter = DEFAULT_WAIT }: ProblemError,
  language: Language,
): string {
  const texts: Readonly<Record<string, string>> = ERROR_TEXTS[language];
  const text = texts[code] ?? texts[CODES_BY_STATUS[status] ?? 'internal'] ?? '';
  return text.replace('{minutes}', String(Math.ceil(retryAfter / 60)));
}

/** Returns `other` for a code that a newer version of the API has sent. */
function selectCode(code = 'other'): FieldErrorCode {
  return code === 'missing' || Object.hasOwn(FIELD_ERROR_TEXTS, code) ? (code as FieldErrorCode) : 'other';
}

/** Returns the English text of a field error. The maximum length of a text is the number in the Slovak message. */
function getEnglishText(path: string, code: FieldErrorCode, message: string): string {
  if (code === 'other') return 'This value is not valid.';
  const missing: Readonly<Record<string, string>> = MISSING_FIELD_TEXTS;
  if (code === 'missing') return missing[path.split('.').at(-1) ?? ''] ?? MISSING_FIELD_TEXTS[''];
  return FIELD_ERROR_TEXTS[code].replace('{limit}', /\d+/.exec(message)?.[0] ?? '');
}

function countFurther(count: number, language: Language): string {
  if (count === 0) return '';
  if (language === 'en') return ` (and ${count} more ${count === 1 ? 'error' : 'errors'})`;
  const noun = count === 1 ? 'ďalšia chyba' : count < 5 ? 'ďalšie chyby' : 'ďalších chýb';
  return ` (a ${count} ${noun})`;
}
