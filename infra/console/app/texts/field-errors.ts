/** Messages of the console's own field rules. They are the client's texts for the same errors of the API. */
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

/** Texts for invalid values by error code, and for missing fields by field name. */
export const FIELD_ERRORS = {
  ...addPrefix('invalid', FIELD_ERROR_TEXTS),
  ...addPrefix('missing', MISSING_FIELD_TEXTS),
};
