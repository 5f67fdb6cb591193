/**
 * Events that are sent to the webhook endpoint of a partner at its request: challenges, test events, and events that
 * are sent again (infra/docs/api/webhooks.md). They are not recorded as activity of a user.
 */
import { DomainError } from '../errors.ts';
import type { Change, Decision } from '../model/change.ts';
import {
  createDeliveryId,
  getEndpointState,
  type WebhookDeliveryAttempt,
  type WebhookEndpoint,
  type WebhookEvent,
} from '../model/webhooks/webhook.ts';
import type { DecisionDependencies } from '../ports/dependencies.ts';

/**
 * Sends a test event, or the challenge again while the endpoint is unconfirmed.
 * @throws DomainError `endpoint-disabled`
 */
export function sendTestEvent(
  partnerId: string,
  endpoint: WebhookEndpoint,
  deps: DecisionDependencies,
): Decision<string> {
  const state = getEndpointState(endpoint);
  if (state === 'disabled') throw new DomainError('endpoint-disabled');
  const id = deps.random.uuid();
  const type = state === 'unconfirmed' ? 'webhook.challenge' : 'webhook.test';
  return { result: id, changes: sendToEndpoint(partnerId, endpoint, { id, type }, deps) };
}

/**
 * Sends the event of a webhook delivery again, in a new delivery with a single attempt.
 * @throws DomainError `endpoint-disabled`, also while the endpoint is unconfirmed
 */
export function resendWebhookEvent(
  { partnerId, event }: WebhookDeliveryAttempt,
  endpoint: WebhookEndpoint,
  deps: DecisionDependencies,
): Decision<string> {
  if (getEndpointState(endpoint) !== 'enabled') throw new DomainError('endpoint-disabled');
  return { result: event.id, changes: [addSingleDelivery(partnerId, endpoint, event, deps)] };
}

/**
 * Sends an event to an endpoint, even if the endpoint does not subscribe to its type. The event counts towards the
 * limits of the host.
 */
export function sendToEndpoint(
  partnerId: string,
  endpoint: WebhookEndpoint,
  event: { readonly id: string; readonly type: 'webhook.challenge' | 'webhook.test' },
  deps: DecisionDependencies,
): Change[] {
  const host = new URL(endpoint.url).hostname.replace(/\.$/, '');
  const at = deps.clock.now();
  const hits = [
    { limit: 'webhook-host-sends', key: host, at },
    { limit: 'webhook-partner-host-sends', key: `${partnerId} ${host}`, at },
  ] as const;
  const about = { kind: 'partner', id: partnerId } as const;
  const sent = {
    ...event,
    userId: null,
    requestId: null,
    about,
    testimonyId: null,
    at: at.toISOString(),
  };
  return [
    ...hits.map(hit => ({ kind: 'rate-limit-counted', hit }) as const),
    addSingleDelivery(partnerId, endpoint, sent, deps),
  ];
}

function addSingleDelivery(
  partnerId: string,
  { id: endpointId }: WebhookEndpoint,
  event: WebhookEvent,
  { clock, random }: DecisionDependencies,
): Change {
  const createdAt = clock.now().toISOString();
  const delivery = {
    id: createDeliveryId(random.uuid(), endpointId, event),
    partnerId,
    endpointId,
    event,
    attempts: 0,
    createdAt,
    isSingle: true,
  };
  return { kind: 'webhook-delivery-added', delivery };
}
