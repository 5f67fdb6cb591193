/** DynamoDB implementation of the token store. One batch read returns a bearer token together with its owner. */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { User } from '../../../domain/model/account.ts';
import type { Token } from '../../../domain/model/credentials.ts';
import type { Tokens } from '../../../domain/ports/accounts.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { ignoreFailedCondition, readBatch, type Table, withoutKeys, writeItem } from '../table/table.ts';
import { EXISTS } from '../table/writes.ts';

export function dynamoTokens(table: Table): Tokens {
  const { client, name: TableName } = table;

  return {
    async find(userId, tokenId) {
      const items = await readBatch(table, [itemKey.user(userId), itemKey.token(userId, tokenId)]);
      const owner = items.find(({ sk }) => sk === 'USER');
      const token = items.find(({ sk }) => sk !== 'USER');
      return owner && token && { owner: withoutKeys<User>(owner), token: withoutKeys<Token>(token) };
    },

    async revoke(userId, tokenId) {
      const revocation = new DeleteCommand({
        TableName,
        Key: itemKey.token(userId, tokenId),
        ReturnValues: 'ALL_OLD',
      });
      const deleted = await writeItem(() => client.send(revocation));
      return deleted?.Attributes !== undefined;
    },

    list(userId) {
      const { pk, sk } = itemKey.token(userId, '');
      return queryAll(table, pk, sk, withoutKeys<Token>);
    },

    async recordUse({ userId, id }, when) {
      const change = {
        TableName,
        Key: itemKey.token(userId, id),
        ...EXISTS,
        UpdateExpression: 'SET lastUsedAt = :when',
        ExpressionAttributeValues: { ':when': when.toISOString() },
      };
      await ignoreFailedCondition(client.send(new UpdateCommand(change)));
    },
  };
}
