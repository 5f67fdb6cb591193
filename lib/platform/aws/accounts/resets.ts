/** DynamoDB implementation of the store for password reset tokens, which are stored under their hash. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { withCleanUpTime } from '../../../deadline.ts';
import type { ResetTokens } from '../../../domain/ports/accounts.ts';
import { log } from '../../../log.ts';
import { itemKey } from '../table/keys.ts';
import { toResetToken } from '../table/records.ts';
import {
  computeExpirySeconds,
  ignoreFailedCondition,
  readRecord,
  type Table,
  writeItem,
} from '../table/table.ts';
import { createUpdate, EXISTS, storeItem } from '../table/writes.ts';

export function dynamoResetTokens(table: Table): ResetTokens {
  return {
    async add(reset) {
      const expiresAt = computeExpirySeconds(new Date(reset.validUntil));
      await storeItem(table, { ...itemKey.reset(reset.hash), ...reset, expiresAt });
    },

    find: hash => readRecord(table, itemKey.reset(hash), toResetToken),

    async claim(hash, now, until) {
      const claim = createUpdate(
        table,
        itemKey.reset(hash),
        'SET claimedUntil = :until',
        { ':now': now.toISOString(), ':until': until.toISOString() },
        'attribute_exists(pk) AND (attribute_not_exists(claimedUntil) OR claimedUntil <= :now)',
      );
      return (await writeItem(table, () => table.client.send(new UpdateCommand(claim)))) !== undefined;
    },

    async release(hash) {
      const release = createUpdate(table, itemKey.reset(hash), 'REMOVE claimedUntil', {}, EXISTS);
      const command = new UpdateCommand(release);
      await withCleanUpTime(() => ignoreFailedCondition(table.client.send(command))).catch(error =>
        log.warn({ event: 'password_reset.release_failed', error }),
      );
    },
  };
}
