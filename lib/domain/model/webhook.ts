/** Webhook endpoints of accounts, and deliveries of events to them (infra/docs/api/webhooks.md). */
import type { ActivityEvent, ActivityType } from './activity.ts';

export const MAX_ENDPOINTS = 5;

/** Time after a rotation during which deliveries are also signed with the former secret of an endpoint. */
export const FORMER_SECRET_MS = 24 * 3600_000;

export const WEBHOOK_DELIVERY_RETENTION_SECONDS = 30 * 24 * 3600;

export const MAX_LISTED_WEBHOOK_DELIVERIES = 100;

/** A secret of an endpoint, encrypted. */
export interface EndpointSecret {
  readonly sealed: string;
  /** Time until which a former secret signs; null for the current one. */
  readonly validUntil: string | null;
}

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly types: readonly ActivityType[];
  /** The current secret, and after a rotation the former one. */
  readonly secrets: readonly EndpointSecret[];
  readonly createdAt: string;
  /** When the endpoint was disabled because deliveries failed; null while it is enabled. */
  readonly disabledAt: string | null;
  /** Start of the first failed attempt since the last success; null when the last delivery succeeded. */
  readonly failingSince: string | null;
}

/**
 * All webhook endpoints of an account, stored as one record: one conditional write enforces their maximum number and
 * detects concurrent changes.
 */
export interface WebhookEndpoints {
  readonly userId: string;
  /** 0 when the account never had an endpoint. */
  readonly version: number;
  readonly endpoints: readonly WebhookEndpoint[];
}

export interface WebhookDelivery {
  readonly id: string;
  readonly userId: string;
  readonly endpointId: string;
  readonly event: ActivityEvent;
  readonly attempts: number;
  readonly createdAt: string;
  readonly firstAttemptAt?: string;
  /** Whether a failed attempt is not repeated: test events, and deliveries that the owner has requested again. */
  readonly isSingle: boolean;
}

/** Reason for which an endpoint sent no response. */
export type WebhookDeliveryError = 'timeout' | 'not-resolved' | 'not-allowed' | 'tls' | 'connection';

export const WEBHOOK_DELIVERY_ERRORS: readonly WebhookDeliveryError[] = [
  ...(['timeout', 'not-resolved', 'not-allowed', 'tls', 'connection'] as const),
];

export interface WebhookDeliveryResult {
  /** Status of the response; null when there was none. */
  readonly status: number | null;
  readonly error: WebhookDeliveryError | null;
  /** Beginning of the response body as text; null when there was no response. */
  readonly body: string | null;
  readonly durationMs: number;
}

export interface WebhookDeliveryAttempt extends WebhookDeliveryResult {
  readonly id: string;
  readonly userId: string;
  readonly endpointId: string;
  readonly event: ActivityEvent;
  /** Number of the attempt at this delivery, beginning with 1. */
  readonly attempt: number;
  readonly at: string;
  readonly isDelivered: boolean;
  /** When the next attempt follows; null when there is none. */
  readonly nextAttemptAt: string | null;
}

/** Mark of an event that has failed and is retried. Later events of the same testimony wait for it for some time. */
export interface WaitingEvent {
  readonly userId: string;
  readonly endpointId: string;
  readonly testimonyId: string;
  readonly eventId: string;
  /** Start of the first failed attempt. */
  readonly since: string;
  readonly nextAttemptAt: string;
}

export function isSubscribed({ types, disabledAt }: WebhookEndpoint, type: ActivityType): boolean {
  return disabledAt === null && types.includes(type);
}

/** Returns the encrypted secrets with which a delivery is signed at a time, the current one first. */
export function listValidSecrets({ secrets }: WebhookEndpoint, now: Date): readonly string[] {
  const isValid = ({ validUntil }: EndpointSecret) =>
    validUntil === null || Date.parse(validUntil) > now.getTime();
  return secrets.filter(isValid).map(({ sealed }) => sealed);
}
