/** DynamoDB implementation of the token store. One batch read returns a bearer token together with its owner. */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Token } from '../../../domain/model/accounts/credentials.ts';
import type { Tokens } from '../../../domain/ports/accounts.ts';
import { type Environment, readTime } from '../../environment.ts';
import { dynamoFailureLimiter } from '../limits/failure-limiter.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { toToken, toUser } from '../table/records.ts';
import { ignoreFailedCondition, readBatch, type Table, writeItem } from '../table/table.ts';
import { createUpdate, EXISTS } from '../table/writes.ts';

/**
 * Creates the token store. Tokens that were issued before the time in the setting `TOKENS_VALID_FROM` are treated as
 * deleted (infra/docs/restore.md).
 * @throws Error when the setting is not a time
 */
export function dynamoTokens(table: Table, environment: Environment): Tokens {
  const { client, name: TableName } = table;
  const failureLimiter = dynamoFailureLimiter(table, environment);
  const validFrom = readTime(environment, 'TOKENS_VALID_FROM');
  const isValid = ({ createdAt }: Token) => !validFrom || Date.parse(createdAt) >= validFrom.getTime();

  return {
    async find(userId, tokenId) {
      const items = await readBatch(table, [itemKey.user(userId), itemKey.token(userId, tokenId)]);
      const owner = items.find(({ sk }) => sk === 'USER');
      const item = items.find(({ sk }) => sk !== 'USER');
      const token = item && toToken(item);
      return owner && token && isValid(token) ? { owner: toUser(owner), token } : undefined;
    },

    countUnknown: failureLimiter.count,

    async revoke(userId, tokenId) {
      const revocation = new DeleteCommand({
        TableName,
        Key: itemKey.token(userId, tokenId),
        ReturnValues: 'ALL_OLD',
      });
      const deleted = await writeItem(table, () => client.send(revocation));
      return deleted?.Attributes !== undefined;
    },

    async list(userId) {
      const all = await queryAll(table, itemKey.token(userId, ''), toToken);
      return all.filter(isValid);
    },

    async recordUse({ userId, id }, when) {
      const values = { ':when': when.toISOString() };
      const update = createUpdate(table, itemKey.token(userId, id), 'SET lastUsedAt = :when', values, EXISTS);
      await ignoreFailedCondition(client.send(new UpdateCommand(update)));
    },
  };
}
