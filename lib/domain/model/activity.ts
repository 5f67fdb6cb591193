/**
 * Activity events of users, which they read, and which their partner reads or receives as webhooks
 * (infra/docs/api/webhooks.md#events).
 */
import { DAY_SECONDS } from '../../durations.ts';
import type { ActivityType } from './activity-types.ts';

/** Resource that an event concerns. `id` is the id used in the API. */
export interface ActivityResource {
  readonly kind: 'account' | 'testimony' | 'offer' | 'mail' | 'partner';
  readonly id: string;
}

export interface Activity {
  readonly userId: string;
  readonly type: ActivityType;
  readonly about: ActivityResource;
  readonly testimonyId: string | null;
}

export interface ActivityEvent extends Activity {
  readonly id: string;
  readonly at: string;
  /** Id of the request or job run that caused the event, as written to the log. */
  readonly requestId: string | null;
}

export interface ActivityFilter {
  /** Id of an event; only newer events are listed. The event itself may have expired, because ids sort by time. */
  readonly after?: string | undefined;
  readonly type?: ActivityType | undefined;
}

export const ACTIVITY_RETENTION_SECONDS = 30 * DAY_SECONDS;
