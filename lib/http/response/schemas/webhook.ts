/** Schemas of webhooks, of deliveries to them and of the delivered events (infra/docs/api/webhooks.md). */
import * as v from 'valibot';
import { SUBSCRIBABLE_TYPES } from '../../../domain/model/activity/activity-types.ts';
import { ENDPOINT_STATES, WEBHOOK_DELIVERY_ERRORS } from '../../../domain/model/webhooks/webhook.ts';
import { ActivityType, PartnerEvent } from './history.ts';
import { Count, Flag, Id, Link, NullableText, NullableTimestamp, Text, Timestamp } from './values.ts';

/** Type of an event to which a webhook can subscribe. */
export const WebhookEventType = v.picklist(SUBSCRIBABLE_TYPES);
/** Reason for which a server sent no response. */
export const WebhookDeliveryError = v.picklist(WEBHOOK_DELIVERY_ERRORS);

/**
 * State of a webhook: an `unconfirmed` one gets only challenges, an `enabled` one all of its types, a `disabled` one
 * no events.
 */
export const WebhookState = v.picklist(ENDPOINT_STATES);

/**
 * The webhook of a partner. `disabledAt` is set when deliveries have failed for three days, or after a 410. Only the
 * response that creates a webhook, or rotates its secret, has the `secret`.
 */
export const Webhook = v.strictObject({
  url: Link,
  types: v.array(WebhookEventType),
  state: WebhookState,
  createdAt: Timestamp,
  disabledAt: NullableTimestamp,
  secret: v.exactOptional(Text),
});

export const WebhookSecret = v.strictObject({ secret: Text });

/** An attempt to deliver an event. `status` is null and `error` is set when the server did not respond. */
export const WebhookDelivery = v.strictObject({
  id: Id,
  eventId: Id,
  type: ActivityType,
  attempt: v.pipe(Count, v.integer()),
  at: Timestamp,
  delivered: Flag,
  status: v.nullable(v.pipe(Count, v.integer())),
  error: v.nullable(WebhookDeliveryError),
  responseBody: NullableText,
  durationMs: v.pipe(Count, v.integer()),
  nextAttemptAt: NullableTimestamp,
});

export const WebhookDeliveries = v.array(WebhookDelivery);

/** An event that is about to be delivered to the webhook. */
export const QueuedEvent = v.strictObject({ eventId: Id });

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
