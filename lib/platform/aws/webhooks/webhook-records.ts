/** Schemas of stored webhooks, deliveries and attempts. */
import * as v from 'valibot';
import type { ActivityType } from '../../../domain/model/activity-types.ts';
import {
  type PartnerWebhook,
  type WaitingEvent,
  WEBHOOK_DELIVERY_ERRORS,
  type WebhookDelivery,
  type WebhookDeliveryAttempt,
} from '../../../domain/model/webhook.ts';
import { createActivityEventSchema } from '../table/activity-record.ts';
import { extensibleText, flag, nullableText, number, text } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createPartnerWebhookSchema = () =>
  v.object({
    partnerId: text,
    version: number,
    endpoint: v.nullable(
      v.object({
        id: text,
        url: text,
        types: v.array(extensibleText<ActivityType>()),
        secrets: v.array(v.object({ sealed: text, validUntil: nullableText })),
        createdAt: text,
        disabledAt: nullableText,
        failingSince: nullableText,
        challenge: v.nullable(v.object({ text: text, eventId: text })),
      }),
    ),
  });

export const toPartnerWebhook = /* @__PURE__ */ createRecordReader<
  PartnerWebhook,
  typeof createPartnerWebhookSchema
>('webhook', createPartnerWebhookSchema);

const createWebhookEventSchema = () =>
  v.object({ ...createActivityEventSchema().entries, userId: nullableText });

export const createWebhookDeliverySchema = () =>
  v.object({
    id: text,
    partnerId: text,
    endpointId: text,
    event: createWebhookEventSchema(),
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
    partnerId: text,
    endpointId: text,
    event: createWebhookEventSchema(),
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
    partnerId: text,
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
