/**
 * Events that are sent to one webhook endpoint: challenges, test events, and events that are sent again
 * (infra/docs/api/webhooks.md).
 */
import { recordActivity } from '../changes.ts';
import { DomainError } from '../errors.ts';
import type { User } from '../model/account.ts';
import type { TestActivity } from '../model/activity.ts';
import type { Change, Decision } from '../model/change.ts';
import { getEndpointState, type WebhookDeliveryAttempt, type WebhookEndpoint } from '../model/webhook.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';

/**
 * Sends a test event, or the challenge again while the endpoint is unconfirmed. Both are also in the list of events.
 * @throws DomainError `endpoint-disabled`
 */
export function sendTestEvent(
  user: User,
  endpoint: WebhookEndpoint,
  deps: DecisionDependencies,
): Decision<string> {
  const state = getEndpointState(endpoint, user);
  if (state === 'disabled') throw new DomainError('endpoint-disabled');
  const id = deps.random.uuid();
  const type = state === 'unconfirmed' ? 'webhook.challenge' : 'webhook.test';
  return { result: id, changes: sendToEndpoint(user, endpoint, type, id, deps) };
}

/**
 * Sends the event of a webhook delivery again, in a new delivery with a single attempt.
 * @throws DomainError `endpoint-disabled`, also while the endpoint is unconfirmed
 */
export function resendWebhookEvent(
  user: User,
  { userId, endpointId, event }: WebhookDeliveryAttempt,
  endpoint: WebhookEndpoint,
  deps: DecisionDependencies,
): Decision<string> {
  if (getEndpointState(endpoint, user) !== 'enabled') throw new DomainError('endpoint-disabled');
  const createdAt = deps.clock.now().toISOString();
  const delivery = {
    id: deps.random.uuid(),
    userId,
    endpointId,
    event,
    attempts: 0,
    createdAt,
    isSingle: true,
  };
  return { result: event.id, changes: [{ kind: 'webhook-delivery-added', delivery }] };
}

/**
 * Records an event that is sent to one endpoint, even if the endpoint does not subscribe to its type. The event counts
 * towards the limits of the host.
 */
export function sendToEndpoint(
  { id: userId }: User,
  { id: endpointId, url }: WebhookEndpoint,
  type: 'webhook.challenge' | 'webhook.test',
  id: string,
  { clock }: Pick<Dependencies, 'clock'>,
): Change[] {
  const host = new URL(url).hostname.replace(/\.$/, '');
  const at = clock.now();
  const hits = [
    { limit: 'webhook-host-sends', key: host, at },
    { limit: 'webhook-account-host-sends', key: `${userId} ${host}`, at },
  ] as const;
  const activity: TestActivity = {
    id,
    userId,
    endpointId,
    type,
    about: { kind: 'webhook-endpoint', id: endpointId },
    testimonyId: null,
  };
  return [...hits.map(hit => ({ kind: 'rate-limit-counted', hit }) as const), ...recordActivity([activity])];
}
