/** Reset tokens, by the hash of their text. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ResetToken } from '../../../domain/model/account.ts';
import type { Resets } from '../../../domain/ports/accounts.ts';
import { key } from '../table/keys.ts';
import { readOne, type Table, ttl } from '../table/table.ts';

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
      const found = await readOne<Omit<ResetToken, 'expiresAt'> & { validUntil: string }>(
        table,
        key.reset(hash),
      );
      if (!found) return undefined;
      const { validUntil, ...reset } = found;
      return { ...reset, expiresAt: new Date(validUntil) };
    },
  };
}
