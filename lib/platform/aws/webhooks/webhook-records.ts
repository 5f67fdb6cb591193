/** Schemas of stored webhooks, deliveries and attempts. */
import * as v from 'valibot';
import {
  type PartnerWebhook,
  type WaitingEvent,
  WEBHOOK_DELIVERY_ERRORS,
  type WebhookDelivery,
  type WebhookDeliveryAttempt,
  type WebhookEndpoint,
} from '../../../domain/model/webhook.ts';
import { createActivityEventSchema, type StoredActivityEvent } from '../table/activity-record.ts';
import { nullableText } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';
import type { Item } from '../table/table.ts';

/** Stored webhook. */
type StoredWebhook = Omit<PartnerWebhook, 'endpoint'> & {
  readonly endpoint: (Omit<WebhookEndpoint, 'types'> & { readonly types: readonly string[] }) | null;
};

export const createPartnerWebhookSchema = () =>
  v.object({
    partnerId: v.string(),
    version: v.number(),
    endpoint: v.nullable(
      v.object({
        id: v.string(),
        url: v.string(),
        types: v.array(v.string()),
        secrets: v.array(v.object({ sealed: v.string(), validUntil: nullableText() })),
        createdAt: v.string(),
        disabledAt: nullableText(),
        failingSince: nullableText(),
        challenge: v.nullable(v.object({ text: v.string(), eventId: v.string() })),
      }),
    ),
  });

export const toPartnerWebhook = /* @__PURE__ */ createRecordReader<
  StoredWebhook,
  typeof createPartnerWebhookSchema
>('webhook', createPartnerWebhookSchema) as (item: Item) => PartnerWebhook;

const createWebhookEventSchema = () =>
  v.object({ ...createActivityEventSchema().entries, userId: nullableText() });

type WithStoredEvent<Record> = Omit<Record, 'event'> & {
  readonly event: Omit<StoredActivityEvent, 'userId'> & { readonly userId: string | null };
};

export const createWebhookDeliverySchema = () =>
  v.object({
    id: v.string(),
    partnerId: v.string(),
    endpointId: v.string(),
    event: createWebhookEventSchema(),
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
    partnerId: v.string(),
    endpointId: v.string(),
    event: createWebhookEventSchema(),
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
    partnerId: v.string(),
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
