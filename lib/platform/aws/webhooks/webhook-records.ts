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
import { extensibleText, flag, nullableText, number, text } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createWebhookEndpointsSchema = () =>
  v.object({
    userId: text,
    version: number,
    endpoints: v.array(
      v.object({
        id: text,
        url: text,
        types: v.array(extensibleText<ActivityType>()),
        secrets: v.array(v.object({ sealed: text, validUntil: nullableText })),
        createdAt: text,
        disabledAt: nullableText,
        failingSince: nullableText,
        credentialEpoch: number,
        challenge: v.nullable(v.object({ text: text, eventId: text })),
      }),
    ),
  });

export const toWebhookEndpoints = /* @__PURE__ */ createRecordReader<
  WebhookEndpoints,
  typeof createWebhookEndpointsSchema
>('webhook endpoints', createWebhookEndpointsSchema);

export const createWebhookDeliverySchema = () =>
  v.object({
    id: text,
    userId: text,
    endpointId: text,
    event: createActivityEventSchema(),
    attempts: number,
    createdAt: text,
    firstAttemptAt: v.exactOptional(text),
    isSingle: flag,
  });

export const toWebhookDelivery = /* @__PURE__ */ createRecordReader<
  WebhookDelivery,
  typeof createWebhookDeliverySchema
>('webhook delivery', createWebhookDeliverySchema);

export const createWebhookDeliveryAttemptSchema = () =>
  v.object({
    id: text,
    userId: text,
    endpointId: text,
    event: createActivityEventSchema(),
    attempt: number,
    at: text,
    isDelivered: flag,
    nextAttemptAt: nullableText,
    status: v.nullable(number),
    error: v.nullable(v.picklist(WEBHOOK_DELIVERY_ERRORS)),
    body: nullableText,
    durationMs: number,
  });

export const toWebhookDeliveryAttempt = /* @__PURE__ */ createRecordReader<
  WebhookDeliveryAttempt,
  typeof createWebhookDeliveryAttemptSchema
>('webhook delivery attempt', createWebhookDeliveryAttemptSchema);

export const createWaitingEventSchema = () =>
  v.object({
    userId: text,
    endpointId: text,
    testimonyId: text,
    eventId: text,
    since: text,
    nextAttemptAt: text,
  });

export const toWaitingEvent = /* @__PURE__ */ createRecordReader<
  WaitingEvent,
  typeof createWaitingEventSchema
>('waiting event', createWaitingEventSchema);
