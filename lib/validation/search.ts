/** Schemas of operators' search terms (infra/docs/api/operators.md#search). */
import * as v from 'valibot';
import {
  MIN_NAME_CHARACTERS,
  normalizeName,
  normalizeNumber,
} from '../domain/model/accounts/account-search.ts';
import { slovakMessages } from './slovak.ts';
import { createCanonicalTextSchema } from './texts.ts';
import { type FieldsCheck, isSent } from './validate.ts';

/** Name of an account's owner, or the beginning of a name, in normalised form. */
export const SearchedName = createCanonicalTextSchema(name => {
  const normalized = normalizeName(name);
  return [...normalized].length < MIN_NAME_CHARACTERS ? undefined : normalized;
}, slovakMessages.nameTooShort);

/** Registration number or business id, in normalised form. */
export const SearchedNumber = createCanonicalTextSchema(
  number => normalizeNumber(number) || undefined,
  slovakMessages.text,
);

/** Testimony number in lower case, with or without the prefix `P-` of bank statements. */
export const TestimonyNumber = createCanonicalTextSchema(
  text => /^(?:p-)?([0-9a-f]{8})$/i.exec(text)?.[1]?.toLowerCase(),
  slovakMessages.testimonyNumber,
);

export const RecordId = v.pipe(v.string(slovakMessages.text), v.uuid(slovakMessages.text), v.toLowerCase());

export function createExactlyOneCheck(names: readonly string[]): FieldsCheck {
  return fields => {
    if (names.filter(name => isSent(fields, name)).length === 1) return [];
    return [{ path: [names[0] ?? ''], message: slovakMessages.oneSearchTerm }];
  };
}
