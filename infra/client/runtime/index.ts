/** Exports of the npm package. */
import type { Language } from './error-texts.ts';

export { type ApiClient, createClient } from './client.ts';
export { type ErrorTexts, errorTexts, type FieldErrorCode, type Language } from './error-texts.ts';
export { type Exchange, etagOf } from './exchange.ts';
export { type FieldLimits, type InputAttributes, inputAttributes } from './field-limits.ts';
export * from './generated/constants.gen.ts';
export { FIELD_LIMITS } from './generated/field-limits.gen.ts';
export type { Operations } from './generated/operations.gen.ts';
export type * from './generated/types.gen.ts';
export type { CallOptions, ClientOptions, Retry } from './options.ts';
export { type PageQuery, paginate } from './paginate.ts';
export {
  type ClientErrorCode,
  type FieldErrors,
  fieldErrors,
  isProblem,
  type OperationProblem,
  type ProblemCode,
  ProblemError,
} from './problem.ts';
export {
  type ClientSession,
  createSession,
  type SessionEnd,
  type SessionOptions,
  type TokenStorage,
} from './session.ts';
export type { OnProgress, Progress } from './transport.ts';
export { detectMediaType, type Uploads } from './uploads.ts';
export { verificationIn } from './verification.ts';

/** Labels of one enumeration, by language and value. */
export type EnumLabels = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/**
 * Returns the label of a value: `labelOf(REGION_LABELS, 'ke', 'sk')`. A value that a newer version of the API has added
 * is returned unchanged.
 */
export const labelOf = (labels: EnumLabels, value: string, language: Language): string =>
  labels[language][value] ?? value;
