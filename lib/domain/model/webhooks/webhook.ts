/** Webhook endpoints of partners, and deliveries of events to them (infra/docs/api/webhooks.md). */
import * as v from 'valibot';
import { DAY, DAY_SECONDS } from '../../../durations.ts';
import { createActivityEventSchema } from '../activity/activity.ts';
import type { ActivityType } from '../activity/activity-types.ts';
import {
  createExtensibleTextSchema,
  flagSchema,
  nullableTextSchema,
  numberSchema,
  optionalTextSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';

/** Time after a rotation during which deliveries are also signed with the former secret of an endpoint. */
export const FORMER_SECRET_MS = DAY;

export const WEBHOOK_DELIVERY_RETENTION_SECONDS = 30 * DAY_SECONDS;

export const MAX_LISTED_WEBHOOK_DELIVERIES = 100;

const createEndpointSecretSchema = () =>
  v.object({
    sealed: textSchema,
    /** Time until which a former secret is used to sign; null for the current secret. */
    validUntil: nullableTextSchema,
  });

/** Encrypted secret of an endpoint. */
export type EndpointSecret = Stored<typeof createEndpointSecretSchema>;

/**
 * Schema of the challenge, a text with which the owner of a host confirms that the host may receive webhook deliveries.
 */
const createEndpointChallengeSchema = () =>
  v.object({
    /** Random text that is sent only to the host. */
    text: textSchema,
    /** Id of the first event that sends the text. It distinguishes the challenge from challenges for an earlier URL. */
    eventId: textSchema,
  });

/**
 * States of an endpoint. `unconfirmed`: only challenges are sent to it; `disabled`: nothing is sent to it until the
 * partner sets the webhook again.
 */
export const ENDPOINT_STATES = ['unconfirmed', 'enabled', 'disabled'] as const;

export type EndpointState = (typeof ENDPOINT_STATES)[number];

const createWebhookEndpointSchema = () =>
  v.object({
    id: textSchema,
    url: textSchema,
    types: v.array(createExtensibleTextSchema<ActivityType>()),
    /** The current secret, and after a rotation the former one. */
    secrets: v.array(createEndpointSecretSchema()),
    createdAt: textSchema,
    /** Time at which the endpoint was disabled because deliveries failed; null otherwise (`getEndpointState`). */
    disabledAt: nullableTextSchema,
    /** Start of the first failed attempt since the last success; null when the last delivery succeeded. */
    failingSince: nullableTextSchema,
    /** Challenge of the current URL; null after the host has confirmed the URL. */
    challenge: v.nullable(createEndpointChallengeSchema()),
  });

export type WebhookEndpoint = Stored<typeof createWebhookEndpointSchema>;

export const createPartnerWebhookSchema = () =>
  v.object({
    partnerId: textSchema,
    /** Number of writes; 0 if the partner never had an endpoint. */
    version: numberSchema,
    endpoint: v.nullable(createWebhookEndpointSchema()),
  });

/**
 * Webhook of a partner. It is separate from the partner, so that functions that connect to servers of others cannot
 * change partners.
 */
export type PartnerWebhook = Stored<typeof createPartnerWebhookSchema>;

const createWebhookEventSchema = () =>
  v.object({ ...createActivityEventSchema().entries, userId: nullableTextSchema });

/** An event as it is delivered. Challenges and test events have no user. */
export type WebhookEvent = Stored<typeof createWebhookEventSchema>;

export const createWebhookDeliverySchema = () =>
  v.object({
    id: textSchema,
    partnerId: textSchema,
    endpointId: textSchema,
    event: createWebhookEventSchema(),
    attempts: numberSchema,
    createdAt: textSchema,
    firstAttemptAt: optionalTextSchema,
    /**
     * Whether the delivery is not attempted again after a failure, unless our own resolver failed. This applies to
     * challenges, test events, and deliveries that the partner has requested again.
     */
    isSingle: flagSchema,
  });

export type WebhookDelivery = Stored<typeof createWebhookDeliverySchema>;

export const WEBHOOK_DELIVERY_ERRORS = [
  'timeout',
  'not-resolved',
  'resolver-failed',
  'not-allowed',
  'tls',
  'connection',
] as const;

export type WebhookDeliveryError = (typeof WEBHOOK_DELIVERY_ERRORS)[number];

export const createWebhookDeliveryAttemptSchema = () =>
  v.object({
    id: textSchema,
    partnerId: textSchema,
    endpointId: textSchema,
    event: createWebhookEventSchema(),
    /** Number of the attempt at this delivery, beginning with 1. */
    attempt: numberSchema,
    at: textSchema,
    isDelivered: flagSchema,
    /** Time of the next attempt; null if there is none. */
    nextAttemptAt: nullableTextSchema,
    /** Status of the response; null when there was none. */
    status: v.nullable(numberSchema),
    error: v.nullable(v.picklist(WEBHOOK_DELIVERY_ERRORS)),
    /** Beginning of the response body as text; null when there was no response. */
    body: nullableTextSchema,
    durationMs: numberSchema,
  });

export type WebhookDeliveryAttempt = Stored<typeof createWebhookDeliveryAttemptSchema>;

export type WebhookDeliveryResult = Pick<WebhookDeliveryAttempt, 'status' | 'error' | 'body' | 'durationMs'>;

/** Delivery that has not ended. Later deliveries of the same testimony wait for it for some time. */
export interface EarlierDelivery {
  /** Start of the first attempt or, before that attempt, the time of the event. */
  readonly since: string;
  /** Time of the next attempt, or the end of the claim while an attempt is made. */
  readonly nextAttemptAt: string;
}

/**
 * Creates the id of a delivery. The id ends with the endpoint and the testimony or, for an event without a testimony,
 * the user. Deliveries with the same end are stored together and sent in order.
 */
export const createDeliveryId = (
  uuid: string,
  endpointId: string,
  { testimonyId, userId }: Pick<WebhookEvent, 'testimonyId' | 'userId'>,
): string => [uuid, endpointId, testimonyId ?? userId ?? endpointId].join('#');

export function getEndpointState({ disabledAt, challenge }: WebhookEndpoint): EndpointState {
  if (disabledAt !== null) return 'disabled';
  return challenge ? 'unconfirmed' : 'enabled';
}

/** Returns the encrypted secrets with which a delivery is signed at a time, the current one first. */
export function listValidSecrets({ secrets }: WebhookEndpoint, now: Date): readonly string[] {
  const isValid = ({ validUntil }: EndpointSecret) =>
    validUntil === null || Date.parse(validUntil) > now.getTime();
  return secrets.filter(isValid).map(({ sealed }) => sealed);
}

/** Changes, as parts of a decision (`model/change.ts`). */
export interface WebhookChanges {
  /** A changed webhook of a partner. The change is rejected when the webhook has changed since `before` was read. */
  'webhook-changed': {
    readonly before: PartnerWebhook;
    readonly endpoint: WebhookEndpoint | null;
  };
  /** A challenge, a test event, or an event that is delivered again. */
  'webhook-delivery-added': { readonly delivery: WebhookDelivery };
}
