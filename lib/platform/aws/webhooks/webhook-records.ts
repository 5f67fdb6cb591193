/** Schemas of stored webhook endpoints, deliveries and attempts. */
import * as v from 'valibot';
import type { ActivityType } from '../../../domain/model/activity.ts';
import {
  type WaitingEvent,
  WEBHOOK_DELIVERY_ERRORS,
  type WebhookDelivery,
  type WebhookDeliveryAttempt,
  type WebhookEndpoints,
} from '../../../domain/model/webhook.ts';
import { createActivityEventSchema } from '../table/activity-record.ts';
import { extensibleText, nullableText } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createWebhookEndpointsSchema = () =>
  v.object({
    userId: v.string(),
    version: v.number(),
    endpoints: v.array(
      v.object({
        id: v.string(),
        url: v.string(),
        types: v.array(extensibleText<ActivityType>()),
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
  WebhookEndpoints,
  typeof createWebhookEndpointsSchema
>('webhook endpoints', createWebhookEndpointsSchema);

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
  WebhookDelivery,
  typeof createWebhookDeliverySchema
>('webhook delivery', createWebhookDeliverySchema);

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
  WebhookDeliveryAttempt,
  typeof createWebhookDeliveryAttemptSchema
>('webhook delivery attempt', createWebhookDeliveryAttemptSchema);

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
