/** Reset tokens, by the hash of their text. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ResetToken } from '../../../domain/model/account.ts';
import type { Resets } from '../../../domain/ports/accounts.ts';
import { key } from '../table/keys.ts';
import { readAll, type Table, ttl, withoutKeys } from '../table/table.ts';

export function dynamoResets(table: Table): Resets {
  return {
    async add({ expiresAt, ...reset }) {
      const item = {
        ...key.reset(reset.hash),
        ...reset,
        validUntil: expiresAt.toISOString(),
        expiresAt: ttl(expiresAt),
      };
      await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
    },

    async find(hash) {
      const [item] = await readAll(table, [key.reset(hash)]);
      if (!item) return undefined;
      const { validUntil, ...reset } = withoutKeys<Omit<ResetToken, 'expiresAt'> & { validUntil: string }>(
        item,
      );
      return { ...reset, expiresAt: new Date(validUntil) };
    },
  };
}
