/** Webhook endpoints of partners, and deliveries of events to them (infra/docs/api/webhooks.md). */
import { DAY, DAY_SECONDS } from '../../durations.ts';
import type { ActivityEvent } from './activity.ts';
import type { ActivityType } from './activity-types.ts';

/** Time after a rotation during which deliveries are also signed with the former secret of an endpoint. */
export const FORMER_SECRET_MS = DAY;

export const WEBHOOK_DELIVERY_RETENTION_SECONDS = 30 * DAY_SECONDS;

export const MAX_LISTED_WEBHOOK_DELIVERIES = 100;

/** Encrypted secret of an endpoint. */
export interface EndpointSecret {
  readonly sealed: string;
  /** Time until which a former secret is used to sign; null for the current secret. */
  readonly validUntil: string | null;
}

/** Text with which the owner of a host confirms that it wants to receive webhooks. */
export interface EndpointChallenge {
  /** Random text that is sent only to the host. */
  readonly text: string;
  /** Id of the first event that sends the text. It distinguishes the challenge from challenges for an earlier URL. */
  readonly eventId: string;
}

/**
 * State of an endpoint. `unconfirmed`: only challenges are sent to it; `disabled`: nothing is sent until its partner
 * sends its settings again.
 */
export type EndpointState = 'unconfirmed' | 'enabled' | 'disabled';

export const ENDPOINT_STATES: readonly EndpointState[] = ['unconfirmed', 'enabled', 'disabled'];

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  readonly types: readonly ActivityType[];
  /** The current secret, and after a rotation the former one. */
  readonly secrets: readonly EndpointSecret[];
  readonly createdAt: string;
  /** Time at which the endpoint was disabled because deliveries failed; null otherwise (`getEndpointState`). */
  readonly disabledAt: string | null;
  /** Start of the first failed attempt since the last success; null when the last delivery succeeded. */
  readonly failingSince: string | null;
  /** Challenge of the current URL; null after the host has confirmed the URL. */
  readonly challenge: EndpointChallenge | null;
}

/**
 * Webhook of a partner. It is separate from the partner, so that functions that connect to servers of others cannot
 * change partners.
 */
export interface PartnerWebhook {
  readonly partnerId: string;
  /** Number of writes; 0 if the partner never had an endpoint. */
  readonly version: number;
  readonly endpoint: WebhookEndpoint | null;
}

/** An event as it is delivered. Challenges and test events have no user. */
export type WebhookEvent = Omit<ActivityEvent, 'userId'> & { readonly userId: string | null };

export interface WebhookDelivery {
  readonly id: string;
  readonly partnerId: string;
  readonly endpointId: string;
  readonly event: WebhookEvent;
  readonly attempts: number;
  readonly createdAt: string;
  readonly firstAttemptAt?: string;
  /**
   * Whether a failed attempt is final, unless our own resolver failed. This applies to challenges, test events, and
   * deliveries that the partner has requested again.
   */
  readonly isSingle: boolean;
}

export type WebhookDeliveryError = (typeof WEBHOOK_DELIVERY_ERRORS)[number];

export const WEBHOOK_DELIVERY_ERRORS = [
  'timeout',
  'not-resolved',
  'resolver-failed',
  'not-allowed',
  'tls',
  'connection',
] as const;

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
  readonly partnerId: string;
  readonly endpointId: string;
  readonly event: WebhookEvent;
  /** Number of the attempt at this delivery, beginning with 1. */
  readonly attempt: number;
  readonly at: string;
  readonly isDelivered: boolean;
  /** Time of the next attempt; null if there is none. */
  readonly nextAttemptAt: string | null;
}

/** Mark of an event whose delivery is retried. Later events of the same testimony wait for it for some time. */
export interface WaitingEvent {
  readonly partnerId: string;
  readonly endpointId: string;
  readonly testimonyId: string;
  readonly eventId: string;
  /** Start of the first failed attempt. */
  readonly since: string;
  readonly nextAttemptAt: string;
}

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
