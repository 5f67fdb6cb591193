/**
 * DynamoDB implementation of the activity log. Only the sandbox writes entries, each in the same transaction as the
 * change that the entry describes (infra/decisions/0018-recorded-mails-and-events.md).
 */
import { ACTIVITY_RETENTION_SECONDS, type ActivityEvent } from '../../../domain/model/activity.ts';
import type { ActivityLog, Clock } from '../../../domain/ports/services.ts';
import { itemKey } from './keys.ts';
import { queryPage, takePageWhile } from './lists.ts';
import { type Table, withoutKeys } from './table.ts';

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
