/**
 * DynamoDB implementation of the operators' search for accounts. Every search reads one partition of the table: the
 * reservation of an address or a phone number, or the index items of a name or a number. A name of several words is
 * read in both orders, from two partitions.
 */
import type { User } from '../../../domain/model/accounts/account.ts';
import { normalizeName } from '../../../domain/model/accounts/account-search.ts';
import { PAGE_SIZE, type Page, type PageRequest } from '../../../domain/model/page.ts';
import type { AccountSearcher, Accounts } from '../../../domain/ports/accounts.ts';
import { createNameKey, itemKey, listSearchKeys } from '../table/keys.ts';
import { queryPart, readAttributes } from '../table/lists.ts';
import { type Key, readItem, type Table } from '../table/table.ts';

export function dynamoAccountSearcher(table: Table, accounts: Pick<Accounts, 'findAll'>): AccountSearcher {
  /** Finds the owner of an address, without reading the password hash in the same item. */
  async function findOwner(email: string, market: string | undefined): Promise<string[]> {
    const reservation = await readAttributes(table, itemKey.email(email, market), 'userId, formerOf');
    return reservation ? [String(reservation.userId ?? reservation.formerOf)] : [];
  }

  async function findPhoneOwner(phone: string, market: string | undefined): Promise<string[]> {
    const reservation = await readItem(table, itemKey.phone(phone, market));
    return reservation ? [String(reservation.userId)] : [];
  }

  /**
   * Reads the accounts to which the index items of a page refer, in the order of the items. An item is left out if its
   * account no longer has the name or number of the item.
   * @param keys index items of the page, and one more if there is a next page
   * @param limit maximum number of items of the page
   */
  async function readOwners(keys: readonly Key[], limit: number): Promise<Page<User>> {
    const shown = keys.slice(0, limit);
    const users = await accounts.findAll(shown.map(({ sk }) => sk.slice(sk.indexOf('#') + 1)));
    const items = shown.flatMap(({ pk, sk }) =>
      users.filter(user => listSearchKeys(user).some(one => one.pk === pk && one.sk === sk)),
    );
    const last = shown.at(-1);
    return { items, ...(keys.length > limit && last && { next: last.sk }) };
  }

  /**
   * Lists accounts by name: first those that match the words in the given order, then those that match with the last
   * word in front. Both orders are searched, so that accounts with swapped first and last names are also found.
   */
  async function listByName(name: string, { from, limit = PAGE_SIZE }: PageRequest): Promise<Page<User>> {
    const prefixes = [...new Set([name, putLastWordFirst(name)])];
    const reached = prefixes.findIndex(prefix => from?.startsWith(prefix));
    const keys: Key[] = [];
    for (const prefix of prefixes.slice(Math.max(reached, 0))) {
      const start = createNameKey(prefix, '');
      const missing = limit + 1 - keys.length;
      if (!start || missing === 0) continue;
      const position = from?.startsWith(prefix) ? from : undefined;
      const part = { pk: start.pk, prefix, from: position, limit: missing };
      keys.push(...(await queryPart(table, part)).items);
    }
    return readOwners(keys, limit);
  }

  async function listByNumber(number: string, { from, limit = PAGE_SIZE }: PageRequest): Promise<Page<User>> {
    const { pk } = itemKey.number(number, '');
    return readOwners((await queryPart(table, { pk, from, limit: limit + 1 })).items, limit);
  }

  return {
    async search({ by, text, market }, pageRequest) {
      if (by === 'name') return listByName(text, pageRequest);
      if (by === 'number') return listByNumber(text, pageRequest);
      const find = { id: async (id: string) => [id], email: findOwner, phone: findPhoneOwner }[by];
      return { items: await accounts.findAll(await find(text, market)) };
    },
  };
}

/** Returns "novak peter" for "peter novak". Operators type the first name first, but the index has it last. */
function putLastWordFirst(name: string): string {
  const words = name.split(' ');
  return normalizeName([words.at(-1), ...words.slice(0, -1)].join(' '));
}
