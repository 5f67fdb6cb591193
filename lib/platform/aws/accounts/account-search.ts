/**
 * DynamoDB implementation of the operators' search for accounts. Every search reads one partition of the table: the
 * claim on an address or a phone number, or the index items of a name or a number.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { normalizeName } from '../../../domain/accounts/search-terms.ts';
import type { User } from '../../../domain/model/account.ts';
import { PAGE_SIZE, type Page, type PageRequest } from '../../../domain/model/page.ts';
import type { AccountSearcher, Accounts } from '../../../domain/ports/accounts.ts';
import { itemKey } from '../table/keys.ts';
import { type Key, readRecord, type Table } from '../table/table.ts';
import { createNameKey, listSearchKeys } from './search-keys.ts';

export function dynamoAccountSearcher(table: Table, accounts: Pick<Accounts, 'findAll'>): AccountSearcher {
  /** Finds the owner of an address. It does not read the password hash, which is in the same item. */
  async function findOwner(email: string): Promise<string[]> {
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': itemKey.email(email).pk },
        ProjectionExpression: 'userId, formerOf',
        Select: 'SPECIFIC_ATTRIBUTES',
        ConsistentRead: true,
      }),
    );
    return Items.flatMap(({ userId, formerOf }) => userId ?? formerOf ?? []);
  }

  async function findPhoneOwner(phone: string): Promise<string[]> {
    const claim = await readRecord<{ userId: string }>(table, itemKey.phone(phone));
    return claim ? [claim.userId] : [];
  }

  /** Reads a page of the index items whose sort key begins with `prefix`. */
  async function queryKeys(
    { pk, sk: prefix }: Key,
    { from, limit = PAGE_SIZE }: PageRequest,
  ): Promise<Page<Key>> {
    const { Items = [] } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: prefix ? 'pk = :pk AND begins_with(sk, :prefix)' : 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk, ...(prefix && { ':prefix': prefix }) },
        ...(from !== undefined && { ExclusiveStartKey: { pk, sk: from } }),
        Limit: limit + 1,
        ConsistentRead: true,
      }),
    );
    const items = (Items as Key[]).slice(0, limit);
    const last = items.at(-1);
    return { items, ...(Items.length > limit && last && { next: last.sk }) };
  }

  /** Reads the accounts of index items, in their order. Leaves out items that no longer belong to their account. */
  async function readOwners({ items, ...page }: Page<Key>): Promise<Page<User>> {
    const users = await accounts.findAll(items.map(({ sk }) => sk.slice(sk.indexOf('#') + 1)));
    const owners = items.flatMap(({ pk, sk }) =>
      users.filter(user => listSearchKeys(user).some(one => one.pk === pk && one.sk === sk)),
    );
    return { ...page, items: owners };
  }

  /** Lists accounts by name. The words are tried as they are first, then with the last word in front. */
  async function listByName(name: string, pageRequest: PageRequest): Promise<Page<User>> {
    const { from } = pageRequest;
    const prefixes = new Set([name, putLastWordFirst(name)]);
    for (const prefix of prefixes) {
      if (from !== undefined && !from.startsWith(prefix)) continue;
      const start = createNameKey(prefix, '');
      if (!start) continue;
      const page = await queryKeys({ pk: start.pk, sk: prefix }, pageRequest);
      if (page.items.length > 0) return readOwners(page);
    }
    return { items: [] };
  }

  return {
    async search({ by, text }, pageRequest) {
      if (by === 'name') return listByName(text, pageRequest);
      if (by === 'number')
        return readOwners(await queryKeys({ pk: itemKey.number(text, '').pk, sk: '' }, pageRequest));
      const find = { id: async (id: string) => [id], email: findOwner, phone: findPhoneOwner }[by];
      return { items: await accounts.findAll(await find(text)) };
    },
  };
}

/** Returns "novak peter" for "peter novak". Operators see the first name in front, and the index has it at the end. */
function putLastWordFirst(name: string): string {
  const words = name.split(' ');
  return normalizeName([words.at(-1), ...words.slice(0, -1)].join(' '));
}
