/** Webhook endpoints: their store, secrets, and the delivery of events. */
import type {
  EarlierDelivery,
  PartnerWebhook,
  WebhookDelivery,
  WebhookDeliveryAttempt,
  WebhookDeliveryResult,
} from '../model/webhooks/webhook.ts';

export interface WebhookStore {
  /** Finds the webhook of a partner. A partner without an endpoint has an empty record. */
  find(partnerId: string): Promise<PartnerWebhook>;
  /** Lists the last deliveries of an endpoint, newest first, at most `MAX_LISTED_WEBHOOK_DELIVERIES`. */
  listAttempts(partnerId: string, endpointId: string): Promise<WebhookDeliveryAttempt[]>;
  findAttempt(
    partnerId: string,
    endpointId: string,
    attemptId: string,
  ): Promise<WebhookDeliveryAttempt | undefined>;
}

export interface WebhookDeliveries {
  /**
   * Claims a webhook delivery for the duration of a lease, and counts an attempt.
   * @returns undefined when the delivery is not due, claimed by another process, or ended
   */
  claim(deliveryId: string): Promise<WebhookDelivery | undefined>;
  /** Lists webhook deliveries that are due, longest due first. */
  listDue(): Promise<WebhookDelivery[]>;
  /** Makes a claimed delivery due at `when`. Does nothing when another run has claimed it. */
  postpone(delivery: WebhookDelivery, when: Date): Promise<void>;
  /** Makes a claimed delivery due at `when` without counting the attempt, unless another run has claimed it. */
  release(delivery: WebhookDelivery, when: Date): Promise<void>;
  /** Removes a claimed delivery. Does nothing when another run has claimed it. */
  complete(delivery: WebhookDelivery): Promise<void>;
  record(attempt: WebhookDeliveryAttempt): Promise<void>;
  /**
   * Lists the earlier deliveries of the same testimony to the same endpoint that have not ended, oldest first.
   * Deliveries that are attempted only once are left out. If there are many deliveries, only the latest ones are
   * listed.
   */
  listEarlier(delivery: WebhookDelivery): Promise<EarlierDelivery[]>;
}

export interface WebhookSecrets {
  /**
   * Creates a secret for an endpoint.
   * @returns the secret as the partner gets it, and its encrypted form
   */
  create(endpointId: string): Promise<{ readonly secret: string; readonly sealed: string }>;
  /**
   * Decrypts a secret. @throws Error when it was encrypted with a key that is no longer known, or for another endpoint
   */
  open(endpointId: string, sealed: string): Promise<string>;
}

export interface WebhookMessage {
  /** Id of the event, by which receivers recognise a repeated delivery. */
  readonly id: string;
  readonly payload: string;
  /** Secrets that sign the message, at least one. */
  readonly secrets: readonly string[];
}

export interface WebhookSender {
  /** Returns whether the stage delivers to a URL of this form. Host names are resolved at delivery. */
  isAllowed(url: string): boolean;
  /** Signs a message and sends it. Never rejects: after a failure, the result has no status. */
  send(url: string, message: WebhookMessage): Promise<WebhookDeliveryResult>;
}
