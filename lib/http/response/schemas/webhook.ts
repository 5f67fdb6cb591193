/** Schemas of webhook endpoints and of deliveries to them (infra/docs/api/webhooks.md). */
import * as v from 'valibot';
import { SUBSCRIBABLE_TYPES } from '../../../domain/model/activity.ts';
import { ENDPOINT_STATES, WEBHOOK_DELIVERY_ERRORS } from '../../../domain/model/webhook.ts';
import { ActivityType } from './history.ts';
import { Count, Flag, Id, Link, NullableText, NullableTimestamp, Text, Timestamp } from './values.ts';

/** Type of an event to which an endpoint can subscribe. */
export const WebhookEventType = v.picklist(SUBSCRIBABLE_TYPES);
/** Reason for which an endpoint sent no response. */
export const WebhookDeliveryError = v.picklist(WEBHOOK_DELIVERY_ERRORS);

/**
 * State of an endpoint: an `unconfirmed` one gets only challenges, an `enabled` one all of its types, a `disabled` one
 * no events.
 */
export const WebhookEndpointState = v.picklist(ENDPOINT_STATES);

const SETTINGS = { id: Id, url: Link, types: v.array(WebhookEventType), state: WebhookEndpointState };
const TIMES = { createdAt: Timestamp, disabledAt: NullableTimestamp };

/**
 * A webhook endpoint. `disabledAt` is set when deliveries have failed for three days, or after a 410. If the sessions
 * of the account are ended, the endpoint is also disabled, but `disabledAt` is not set.
 */
export const WebhookEndpoint = v.strictObject({ ...SETTINGS, ...TIMES });

/** A webhook endpoint with its new secret, which no other response contains. */
export const NewWebhookEndpoint = v.strictObject({ ...SETTINGS, secret: Text, ...TIMES });

export const WebhookEndpoints = v.array(WebhookEndpoint);

/** An attempt to deliver an event. `status` is null and `error` is set when the endpoint did not respond. */
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

/** An event that is about to be delivered to one endpoint. */
export const QueuedEvent = v.strictObject({ eventId: Id });
