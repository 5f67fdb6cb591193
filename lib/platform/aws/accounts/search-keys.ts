/**
 * Index items by which operators find an account by its name or number.
 *
 * Each item belongs to one account and consists only of its key. The writes that change a name or a number move the
 * items, and the closing of the account deletes them.
 */

import type { User } from '../../../domain/model/accounts/account.ts';
import {
  MIN_NAME_CHARACTERS,
  normalizeName,
  normalizeNumber,
} from '../../../domain/model/accounts/account-search.ts';
import { itemKey } from '../table/keys.ts';
import type { Key } from '../table/table.ts';

/**
 * Returns the key of the index item for a normalised name. Its partition is the beginning of the name.
 * @returns undefined when the name is too short to be searched for
 */
export function createNameKey(name: string, userId: string): Key | undefined {
  const start = [...name].slice(0, MIN_NAME_CHARACTERS);
  return start.length < MIN_NAME_CHARACTERS ? undefined : itemKey.name(start.join(''), name, userId);
}

/** Lists the keys of the account's index items: the last name with the first name, and the numbers. */
export function listSearchKeys(user: User): Key[] {
  const name = normalizeName([user.lastName, user.firstName].filter(Boolean).join(' '));
  const numbers = [user.role === 'expert' ? user.registrationNumber : null, user.company?.businessId];
  const normalized = new Set(numbers.map(number => normalizeNumber(number ?? '')).filter(Boolean));
  return [
    createNameKey(name, user.id) ?? [],
    ...[...normalized].map(number => itemKey.number(number, user.id)),
  ].flat();
}
