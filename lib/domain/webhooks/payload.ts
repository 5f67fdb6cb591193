/** Payload of a webhook (infra/docs/api/webhooks.md#deliveries). */
import type { WebhookEvent } from '../model/webhooks/webhook.ts';

/** Returns the members of an event that its user may see, in the order of the API. */
export function pickEventData({
  id,
  type,
  at,
  requestId,
  about,
  testimonyId = null,
}: Omit<WebhookEvent, 'userId'>) {
  return { id, type, at, requestId, about: { kind: about.kind, id: about.id }, testimonyId };
}

/**
 * Creates the body of the request that delivers an event. It contains type and time as in Standard Webhooks, and the
 * event.
 * @param challenge text that the receiver must send back; undefined for all events except challenges
 */
export function createPayload(event: WebhookEvent, challenge: string | undefined): string {
  const data = { ...pickEventData(event), userId: event.userId, challenge };
  return JSON.stringify({ type: event.type, timestamp: event.at, data });
}
