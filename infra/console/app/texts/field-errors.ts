/**
 * Messages of the console's own field rules. The API and the client library provide the same texts for the same errors.
 */
import {
  getMissingFieldMessage,
  getTooLongMessage,
  MESSAGES_BY_CODE,
} from '../../../../lib/validation/slovak.ts';
import { FIELD_ERROR_TEXTS, MISSING_FIELD_TEXTS } from '../../../client/runtime/index.ts';

type Texts<Prefix extends string, Name extends string> = Readonly<
  Record<`${Prefix}.${Name}`, readonly [slovak: string, english: string]>
>;

/** Returns texts under keys such as `missing.email`. */
function addPrefix<Prefix extends string, Name extends string>(
  prefix: Prefix,
  english: Readonly<Record<Name, string>>,
  getSlovak: (name: string) => string,
) {
  const entries = Object.entries<string>(english).map(([name, text]) => [
    `${prefix}.${name}`,
    [getSlovak(name), text],
  ]);
  return Object.fromEntries(entries) as Texts<Prefix, Name>;
}

const TOO_LONG_TEXT = getTooLongMessage(0).replace('0', '{limit}');

/** Texts for invalid values by error code, and for missing fields by field name. */
export const FIELD_ERRORS = {
  ...addPrefix('invalid', FIELD_ERROR_TEXTS, code => MESSAGES_BY_CODE[code] ?? TOO_LONG_TEXT),
  ...addPrefix('missing', MISSING_FIELD_TEXTS, getMissingFieldMessage),
};
