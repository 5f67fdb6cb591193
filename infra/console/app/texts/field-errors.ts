/** Messages of the console's own field rules: the texts that the client has for the same errors of the API. */
import { FIELD_ERROR_TEXTS, MISSING_FIELD_TEXTS } from '../../../client/runtime/index.ts';

type Texts<Prefix extends string, Name extends string> = Readonly<
  Record<`${Prefix}.${Name}`, readonly [slovak: string, english: string]>
>;

/** Returns texts under keys such as `missing.email`. */
function addPrefix<Prefix extends string, Name extends string>(
  prefix: Prefix,
  texts: Readonly<Record<Name, readonly [string, string]>>,
) {
  const entries = Object.entries(texts).map(([name, text]) => [`${prefix}.${name}`, text]);
  return Object.fromEntries(entries) as Texts<Prefix, Name>;
}

/** Texts of invalid values by the code of the error, and of missing fields by the name of the field. */
export const FIELD_ERRORS = {
  ...addPrefix('invalid', FIELD_ERROR_TEXTS),
  ...addPrefix('missing', MISSING_FIELD_TEXTS),
};
