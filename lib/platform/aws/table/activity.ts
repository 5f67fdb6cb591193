/**
 * What happened to whom, written in the transaction that did it, in the sandbox only
 * (infra/decisions/0018-what-partners-see.md).
 */
import { ACTIVITY_KEPT_SECONDS, type Activity, type ActivityEvent } from '../../../domain/model/activity.ts';
import type { Clock, History } from '../../../domain/ports/outside.ts';
import { currentRequestId } from '../../../log.ts';
import { systemRandom } from '../../system.ts';
import { key } from './keys.ts';
import { queryPage, whileHolds } from './lists.ts';
import { type NamedWrite, type Table, ttl, withoutKeys } from './table.ts';
import { put } from './writes.ts';

export function dynamoHistory(table: Table, clock: Clock): History {
  const isKept = ({ at }: ActivityEvent) =>
    Date.parse(at) + ACTIVITY_KEPT_SECONDS * 1000 > clock.now().getTime();

  return {
    async list(userId, pageRequest) {
      const { pk } = key.activity(userId, '');
      const list = { pk, newestFirst: true };
      return whileHolds(isKept, await queryPage(table, list, pageRequest, withoutKeys<ActivityEvent>));
    },
  };
}

/** Parts of the transaction that did it. */
export function activityWrites(table: Table, activities: readonly Activity[]): NamedWrite[] {
  if (!table.sandbox) return [];
  const now = new Date();
  const expiresAt = ttl(now, ACTIVITY_KEPT_SECONDS);
  return activities.map(activity => {
    const id = systemRandom.uuid();
    const event: ActivityEvent = { ...activity, id, at: now.toISOString(), requestId: currentRequestId() };
    return ['activity', put(table, { ...key.activity(activity.userId, id), ...event, expiresAt })];
  });
}
