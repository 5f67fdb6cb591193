/** DynamoDB implementation of the token store. One batch read returns a bearer token together with its owner. */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Token, User } from '../../../domain/model/account.ts';
import type { Tokens } from '../../../domain/ports/accounts.ts';
import type { Random } from '../../../domain/ports/services.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { ifConditionMet, readBatch, type Table, withoutKeys, writeAll, writeOne } from '../table/table.ts';
import { EXISTS, equals, putItem } from '../table/writes.ts';
import { createDecrement } from './rate-limiter.ts';

export function dynamoTokens(table: Table, random: Random): Tokens {
  const { client, name: TableName } = table;

  return {
    async find(userId, tokenId) {
      const items = await readBatch(table, [itemKey.user(userId), itemKey.token(userId, tokenId)]);
      const owner = items.find(({ sk }) => sk === 'USER');
      const token = items.find(({ sk }) => sk !== 'USER');
      return owner && token && { owner: withoutKeys<User>(owner), token: withoutKeys<Token>(token) };
    },

    async add(token, attempt) {
      const ownerUnchanged = {
        TableName,
        Key: itemKey.user(token.userId),
        ...equals('credentialEpoch', token.credentialEpoch),
      };
      const failed = await writeAll(
        table,
        [
          ['token', putItem(table, tokenItem(token))],
          ['owner', { ConditionCheck: ownerUnchanged }],
          ['attempt', { Update: createDecrement(table, attempt) }],
        ],
        random.uuid(),
      );
      return failed.size === 0;
    },

    async revoke(userId, tokenId) {
      const revocation = new DeleteCommand({
        TableName,
        Key: itemKey.token(userId, tokenId),
        ReturnValues: 'ALL_OLD',
      });
      const deleted = await writeOne(() => client.send(revocation));
      return deleted?.Attributes !== undefined;
    },

    list(userId) {
      const { pk, sk } = itemKey.token(userId, '');
      return queryAll(table, pk, sk, withoutKeys<Token>);
    },

    async touch({ userId, id }, when) {
      const change = {
        TableName,
        Key: itemKey.token(userId, id),
        ...EXISTS,
        UpdateExpression: 'SET lastUsedAt = :when',
        ExpressionAttributeValues: { ':when': when.toISOString() },
      };
      await ifConditionMet(client.send(new UpdateCommand(change)));
    },
  };
}

export function tokenItem(token: Token): Record<string, unknown> {
  return { ...itemKey.token(token.userId, token.id), ...token };
}
