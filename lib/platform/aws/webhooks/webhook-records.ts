/** Schemas of stored webhook endpoints, deliveries and attempts. */
import * as v from 'valibot';
import {
  type WaitingEvent,
  WEBHOOK_DELIVERY_ERRORS,
  type WebhookDelivery,
  type WebhookDeliveryAttempt,
  type WebhookEndpoint,
  type WebhookEndpoints,
} from '../../../domain/model/webhook.ts';
import { createActivityEventSchema, type StoredActivityEvent } from '../table/activity-record.ts';
import { nullableText } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';
import type { Item } from '../table/table.ts';

/** Stored endpoints. */
type StoredEndpoints = Omit<WebhookEndpoints, 'endpoints'> & {
  readonly endpoints: readonly (Omit<WebhookEndpoint, 'types'> & { readonly types: readonly string[] })[];
};

export const createWebhookEndpointsSchema = () =>
  v.object({
    userId: v.string(),
    version: v.number(),
    endpoints: v.array(
      v.object({
        id: v.string(),
        url: v.string(),
        types: v.array(v.string()),
        secrets: v.array(v.object({ sealed: v.string(), validUntil: nullableText() })),
        createdAt: v.string(),
        disabledAt: nullableText(),
        failingSince: nullableText(),
        credentialEpoch: v.number(),
        challenge: v.nullable(v.object({ text: v.string(), eventId: v.string() })),
      }),
    ),
  });

export const toWebhookEndpoints = /* @__PURE__ */ createRecordReader<
  StoredEndpoints,
  typeof createWebhookEndpointsSchema
>('webhook endpoints', createWebhookEndpointsSchema) as (item: Item) => WebhookEndpoints;

type WithStoredEvent<Record> = Omit<Record, 'event'> & { readonly event: StoredActivityEvent };

export const createWebhookDeliverySchema = () =>
  v.object({
    id: v.string(),
    userId: v.string(),
    endpointId: v.string(),
    event: createActivityEventSchema(),
    attempts: v.number(),
    createdAt: v.string(),
    firstAttemptAt: v.exactOptional(v.string()),
    isSingle: v.boolean(),
  });

export const toWebhookDelivery = /* @__PURE__ */ createRecordReader<
  WithStoredEvent<WebhookDelivery>,
  typeof createWebhookDeliverySchema
>('webhook delivery', createWebhookDeliverySchema) as (item: Item) => WebhookDelivery;

export const createWebhookDeliveryAttemptSchema = () =>
  v.object({
    id: v.string(),
    userId: v.string(),
    endpointId: v.string(),
    event: createActivityEventSchema(),
    attempt: v.number(),
    at: v.string(),
    isDelivered: v.boolean(),
    nextAttemptAt: nullableText(),
    status: v.nullable(v.number()),
    error: v.nullable(v.picklist(WEBHOOK_DELIVERY_ERRORS)),
    body: nullableText(),
    durationMs: v.number(),
  });

export const toWebhookDeliveryAttempt = /* @__PURE__ */ createRecordReader<
  WithStoredEvent<WebhookDeliveryAttempt>,
  typeof createWebhookDeliveryAttemptSchema
>('webhook delivery attempt', createWebhookDeliveryAttemptSchema) as (item: Item) => WebhookDeliveryAttempt;

export const createWaitingEventSchema = () =>
  v.object({
    userId: v.string(),
    endpointId: v.string(),
    testimonyId: v.string(),
    eventId: v.string(),
    since: v.string(),
    nextAttemptAt: v.string(),
  });

export const toWaitingEvent = /* @__PURE__ */ createRecordReader<
  WaitingEvent,
  typeof createWaitingEventSchema
>('waiting event', createWaitingEventSchema);
