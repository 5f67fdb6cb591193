/** Schema of the body of the request that delivers an event (infra/docs/api/webhooks.md#deliveries). */
import * as v from 'valibot';
import { ActivityType, PartnerEvent } from './history.ts';
import { Id, Text, Timestamp } from './values.ts';

/** The event that is delivered. Challenges and test events have no user, and only challenges a `challenge`. */
const DeliveredEvent = v.strictObject({
  ...PartnerEvent.entries,
  userId: v.nullable(Id),
  challenge: v.optional(Text),
});

export const WebhookPayload = v.strictObject({
  type: ActivityType,
  timestamp: Timestamp,
  data: DeliveredEvent,
});
