/**
 * DynamoDB implementation of the activity log. An entry is written in the same transaction as the change that it
 * describes (infra/decisions/0018-recorded-mails-and-events.md).
 */
import { ACTIVITY_RETENTION_SECONDS, type ActivityEvent } from '../../../domain/model/activity.ts';
import type { ActivityLog, Clock } from '../../../domain/ports/services.ts';
import { toActivityEvent } from './activity-record.ts';
import { itemKey } from './keys.ts';
import { queryPage, selectFromPage, takePageWhile } from './lists.ts';
import type { Table } from './table.ts';

/** Maximum number of events that are examined for a page with a type filter. */
const MAX_EXAMINED = 200;

export function dynamoActivityLog(table: Table, clock: Clock): ActivityLog {
  const isRetained = ({ at }: ActivityEvent) =>
    Date.parse(at) + ACTIVITY_RETENTION_SECONDS * 1000 > clock.now().getTime();

  return {
    async list(userId, pageRequest, { after, type } = {}) {
      const { pk } = itemKey.activity(userId, '');
      const list = { pk, newestFirst: true };
      const isShown = (event: ActivityEvent) =>
        isRetained(event) && (after === undefined || event.id > after);
      const examined = type ? { ...pageRequest, limit: MAX_EXAMINED } : pageRequest;
      const found = await queryPage(table, list, examined, toActivityEvent);
      const page = takePageWhile(isShown, found);
      if (!type) return page;
      return selectFromPage(page, pageRequest, {
        isListed: event => event.type === type,
        getPosition: ({ id }) => id,
        weigh: () => 0,
        maxWeight: 0,
      });
    },
  };
}
