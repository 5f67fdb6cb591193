/**
 * DynamoDB implementation of the activity log. An entry is written in the same transaction as the change that it
 * describes (infra/decisions/0018-recorded-mails-and-events.md).
 */
import {
  ACTIVITY_RETENTION_SECONDS,
  type ActivityEvent,
  type ActivityFilter,
} from '../../../domain/model/activity/activity.ts';
import type { PageRequest } from '../../../domain/model/page.ts';
import type { ActivityLog, Clock } from '../../../domain/ports/services.ts';
import { getPartnerEventsPartition, itemKey } from '../table/keys.ts';
import { type List, queryPage, selectFromPage, takePageWhile } from '../table/lists.ts';
import { toActivityEvent } from '../table/records.ts';
import type { Table } from '../table/table.ts';

/** Maximum number of events that are examined for a page with a type filter. */
const MAX_EXAMINED = 200;

export function dynamoActivityLog(table: Table, clock: Clock): ActivityLog {
  const isRetained = ({ at }: ActivityEvent) =>
    Date.parse(at) + ACTIVITY_RETENTION_SECONDS * 1000 > clock.now().getTime();

  const listEvents = async (list: List, pageRequest: PageRequest, { after, type }: ActivityFilter = {}) => {
    const isShown = (event: ActivityEvent) => isRetained(event) && (after === undefined || event.id > after);
    const examined = type ? { ...pageRequest, limit: MAX_EXAMINED } : pageRequest;
    const found = await queryPage(table, { ...list, newestFirst: true }, examined, toActivityEvent);
    const page = takePageWhile(isShown, found);
    if (!type) return page;
    return selectFromPage(page, pageRequest, {
      isListed: event => event.type === type,
      getPosition: ({ id }) => id,
      weigh: () => 0,
      maxWeight: 0,
    });
  };

  return {
    list: (userId, pageRequest, filter) =>
      listEvents({ pk: itemKey.activity(userId, '').pk }, pageRequest, filter),
    listOfPartner: (partnerId, pageRequest, filter) =>
      listEvents({ index: 'gsi1', pk: getPartnerEventsPartition(partnerId) }, pageRequest, filter),
  };
}
