/**
 * DynamoDB implementation of the activity log. Only the sandbox writes entries, each in the same transaction as the
 * change that the entry describes (infra/decisions/0018-recorded-mails-and-events.md).
 */
import {
  ACTIVITY_RETENTION_SECONDS,
  type Activity,
  type ActivityEvent,
} from '../../../domain/model/activity.ts';
import type { ActivityLog, Clock } from '../../../domain/ports/services.ts';
import { currentRequestId } from '../../../log.ts';
import { systemRandom } from '../../system.ts';
import { itemKey } from './keys.ts';
import { queryPage, takePageWhile } from './lists.ts';
import { expirySeconds, type Table, type TransactionWrite, withoutKeys } from './table.ts';
import { putItem } from './writes.ts';

export function dynamoActivityLog(table: Table, clock: Clock): ActivityLog {
  const isRetained = ({ at }: ActivityEvent) =>
    Date.parse(at) + ACTIVITY_RETENTION_SECONDS * 1000 > clock.now().getTime();

  return {
    async list(userId, pageRequest) {
      const { pk } = itemKey.activity(userId, '');
      const list = { pk, newestFirst: true };
      return takePageWhile(isRetained, await queryPage(table, list, pageRequest, withoutKeys<ActivityEvent>));
    },
  };
}

/** Builds the write that adds an activity to the transaction that caused it. Returns none outside the sandbox. */
export function activityWrites(table: Table, activity: Activity): TransactionWrite[] {
  if (!table.sandbox) return [];
  const id = systemRandom.uuid();
  const now = new Date();
  const event: ActivityEvent = { ...activity, id, at: now.toISOString(), requestId: currentRequestId() };
  const expiresAt = expirySeconds(now, ACTIVITY_RETENTION_SECONDS);
  return [putItem(table, { ...itemKey.activity(activity.userId, id), ...event, expiresAt })];
}
