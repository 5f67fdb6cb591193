/** Payload of a webhook (infra/docs/api/webhooks.md#the-request). */
import type { ActivityEvent } from '../model/activity.ts';

/** Returns the members of an event that its user may see, in their order in the API. */
export function describeEvent({ id, type, at, requestId, about, testimonyId = null }: ActivityEvent) {
  return { id, type, at, requestId, about: { kind: about.kind, id: about.id }, testimonyId };
}

/** Creates the body of the request that delivers an event: type and time, as Standard Webhooks has them, and the event. */
export function createPayload(event: ActivityEvent): string {
  return JSON.stringify({ type: event.type, timestamp: event.at, data: describeEvent(event) });
}
