/** DynamoDB implementation of the store for password reset tokens, which are stored under their hash. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { withCleanUpTime } from '../../../deadline.ts';
import type { ResetToken } from '../../../domain/model/credentials.ts';
import type { ResetTokens } from '../../../domain/ports/accounts.ts';
import { log } from '../../../log.ts';
import { itemKey } from '../table/keys.ts';
import { withSchemaVersion } from '../table/schema-version.ts';
import { expirySeconds, ignoreFailedCondition, readRecord, type Table, writeItem } from '../table/table.ts';
import { EXISTS } from '../table/writes.ts';

/** Stored form of a reset token. */
interface StoredResetToken extends Omit<ResetToken, 'expiresAt'> {
  readonly validUntil: string;
  readonly claimedUntil?: string;
}

export function dynamoResetTokens(table: Table): ResetTokens {
  return {
    async add({ expiresAt, ...reset }) {
      const item = {
        ...itemKey.reset(reset.hash),
        ...reset,
        validUntil: expiresAt.toISOString(),
        expiresAt: expirySeconds(expiresAt),
      };
      await table.client.send(new PutCommand({ TableName: table.name, Item: withSchemaVersion(item) }));
    },

    async find(hash) {
      const found = await readRecord<StoredResetToken>(table, itemKey.reset(hash));
      if (!found) return undefined;
      const { validUntil, claimedUntil, ...reset } = found;
      return { ...reset, expiresAt: new Date(validUntil) };
    },

    async claim(hash, now, until) {
      const claim = {
        TableName: table.name,
        Key: itemKey.reset(hash),
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)',
        UpdateExpression: 'SET claimedUntil = :until',
        ExpressionAttributeValues: { ':now': now.toISOString(), ':until': until.toISOString() },
      };
      return (await writeItem(table, () => table.client.send(new UpdateCommand(claim)))) !== undefined;
    },

    async release(hash) {
      const release = new UpdateCommand({
        TableName: table.name,
        Key: itemKey.reset(hash),
        ...EXISTS,
        UpdateExpression: 'REMOVE claimedUntil',
      });
      await withCleanUpTime(() => ignoreFailedCondition(table.client.send(release))).catch(error =>
        log.warn({ event: 'password_reset.release_failed', error }),
      );
    },
  };
}
