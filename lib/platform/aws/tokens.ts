/** Bearer tokens in the table, beside their owner, so that both come in one read. */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { User } from '../../domain/accounts.ts';
import type { Token } from '../../domain/tokens.ts';
import type { Random, Tokens } from '../../domain/world.ts';
import { key } from './keys.ts';
import { counterOf } from './limiter.ts';
import { isNew, readAll, type Table, withoutKeys, writeAll } from './table.ts';

export function dynamoTokens(table: Table, random: Random): Tokens {
  return {
    async find(userId, tokenId) {
      const items = await readAll(table, [key.user(userId), key.token(userId, tokenId)]);
      const owner = items.find(({ sk }) => sk === 'USER');
      const token = items.find(({ sk }) => sk !== 'USER');
      return owner && token && { owner: withoutKeys<User>(owner), token: withoutKeys<Token>(token) };
    },

    async add(token, giveBack) {
      const { name: TableName } = table;
      const writes = [
        { Put: { TableName, Item: tokenItem(token), ...isNew } },
        {
          ConditionCheck: {
            TableName,
            Key: key.user(token.userId),
            ConditionExpression: 'credentialEpoch = :epoch',
            ExpressionAttributeValues: { ':epoch': token.credentialEpoch },
          },
        },
        {
          Update: {
            TableName,
            Key: counterOf(giveBack).key,
            UpdateExpression: 'ADD hits :one',
            ExpressionAttributeValues: { ':one': -1 },
          },
        },
      ];
      return (await writeAll(table, writes, random.uuid())) === undefined;
    },

    async revoke(userId, tokenId) {
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: key.token(userId, tokenId) }));
    },
  };
}

export function tokenItem(token: Token): Record<string, unknown> {
  return { ...key.token(token.userId, token.id), ...token };
}
