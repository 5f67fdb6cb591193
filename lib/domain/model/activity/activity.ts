/**
 * Activity events of users, which they read, and which their partner reads or receives as webhooks
 * (infra/docs/api/webhooks.md#events).
 */
import * as v from 'valibot';
import { DAY_SECONDS } from '../../../durations.ts';
import {
  createExtensibleTextSchema,
  nullableTextSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';
import type { ActivityType } from './activity-types.ts';

export const ACTIVITY_RESOURCES = ['account', 'testimony', 'offer', 'mail', 'partner'] as const;

export const createActivityEventSchema = () =>
  v.object({
    id: textSchema,
    userId: textSchema,
    type: createExtensibleTextSchema<ActivityType>(),
    /** Resource that the event concerns. `id` is the id used in the API. */
    about: v.object({
      kind: createExtensibleTextSchema<(typeof ACTIVITY_RESOURCES)[number]>(),
      id: textSchema,
    }),
    testimonyId: nullableTextSchema,
    at: textSchema,
    /** Id of the request or job run that caused the event, as written to the log. */
    requestId: nullableTextSchema,
  });

export type ActivityEvent = Stored<typeof createActivityEventSchema>;
export type Activity = Omit<ActivityEvent, 'id' | 'at' | 'requestId'>;

export interface ActivityFilter {
  /** Id of an event; only newer events are listed. The event itself may have expired, because ids sort by time. */
  readonly after?: string | undefined;
  readonly type?: ActivityType | undefined;
}

export const ACTIVITY_RETENTION_SECONDS = 30 * DAY_SECONDS;
