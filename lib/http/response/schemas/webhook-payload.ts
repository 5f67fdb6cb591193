/** Schema of the body of the request that delivers an event (infra/docs/api/webhooks.md#deliveries). */
import * as v from 'valibot';
import { ActivityEvent, ActivityType } from './history.ts';
import { Id, Text, Timestamp } from './values.ts';

/** The event that is delivered. Only those of the type `webhook.challenge` have a `challenge`. */
const DeliveredEvent = v.strictObject({ ...ActivityEvent.entries, userId: Id, challenge: v.optional(Text) });

export const WebhookPayload = v.strictObject({
  type: ActivityType,
  timestamp: Timestamp,
  data: DeliveredEvent,
});
