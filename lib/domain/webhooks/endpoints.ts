/** Changes of webhook endpoints by their owner (infra/docs/api/webhooks.md#endpoints). */
import { recordActivity } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { User } from '../model/account.ts';
import type { ActivityType, TestActivity } from '../model/activity.ts';
import type { Change, Decision } from '../model/change.ts';
import {
  FORMER_SECRET_MS,
  MAX_ENDPOINTS,
  type WebhookDeliveryAttempt,
  type WebhookEndpoint,
  type WebhookEndpoints,
} from '../model/webhook.ts';
import type { Dependencies } from '../ports/dependencies.ts';

type Deps = Pick<Dependencies, 'clock' | 'random' | 'webhooks'>;

interface EndpointSettings {
  readonly url: string;
  readonly types: readonly ActivityType[];
}

/** An endpoint with its new secret, which only this response contains. */
interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/**
 * Creates an endpoint.
 * @throws FieldError on `url` when the stage does not deliver to it
 * @throws DomainError `too-many-endpoints` when the account has the maximum number
 */
export async function createWebhookEndpoint(
  { id: userId }: User,
  { url, types }: EndpointSettings,
  deps: Deps & Pick<Dependencies, 'webhookSecrets' | 'webhookSender'>,
): Promise<Decision<EndpointWithSecret>> {
  assertAllowed(url, deps);
  const current = await deps.webhooks.findEndpoints(userId);
  if (current.endpoints.length >= MAX_ENDPOINTS) throw new DomainError('too-many-endpoints');
  const id = deps.random.uuid();
  const { secret, sealed } = await deps.webhookSecrets.create(id);
  const endpoint: WebhookEndpoint = {
    ...{ id, url, types, secrets: [{ sealed, validUntil: null }] },
    ...{ createdAt: deps.clock.now().toISOString(), disabledAt: null, failingSince: null },
  };
  return { result: { endpoint, secret }, changes: [replaceAll(current, [...current.endpoints, endpoint])] };
}

/**
 * Changes an endpoint. The change also enables an endpoint that was disabled.
 * @throws FieldError on `url` when the stage does not deliver to it
 */
export function updateWebhookEndpoint(
  user: User,
  endpointId: string,
  { url, types }: EndpointSettings,
  deps: Pick<Dependencies, 'webhooks' | 'webhookSender'>,
): Promise<Decision<WebhookEndpoint>> {
  assertAllowed(url, deps);
  const enabled = { disabledAt: null, failingSince: null };
  return decideChange(user, endpointId, endpoint => ({ ...endpoint, url, types, ...enabled }), deps);
}

/** Deletes an endpoint. Deliveries that wait for an attempt are dropped. */
export async function deleteWebhookEndpoint(
  { id: userId }: User,
  endpointId: string,
  deps: Pick<Dependencies, 'webhooks'>,
): Promise<Decision<void>> {
  const current = await deps.webhooks.findEndpoints(userId);
  selectWebhookEndpoint(current, endpointId);
  const others = current.endpoints.filter(({ id }) => id !== endpointId);
  return { result: undefined, changes: [replaceAll(current, others)] };
}

/** Replaces the secret of an endpoint. For a day, deliveries are also signed with the secret that was current before. */
export async function rotateWebhookSecret(
  user: User,
  endpointId: string,
  deps: Deps & Pick<Dependencies, 'webhookSecrets'>,
): Promise<Decision<EndpointWithSecret>> {
  const { secret, sealed } = await deps.webhookSecrets.create(endpointId);
  const validUntil = new Date(deps.clock.now().getTime() + FORMER_SECRET_MS).toISOString();
  const rotate = (endpoint: WebhookEndpoint) => {
    const former = endpoint.secrets.filter(one => one.validUntil === null);
    const secrets = [{ sealed, validUntil: null }, ...former.map(one => ({ ...one, validUntil }))];
    return { ...endpoint, secrets };
  };
  const { result: endpoint, changes } = await decideChange(user, endpointId, rotate, deps);
  return { result: { endpoint, secret }, changes };
}

/**
 * Sends a test event, which is also in the list of events.
 * @throws DomainError `endpoint-disabled`
 */
export function sendTestEvent(
  { id: userId }: User,
  endpoint: WebhookEndpoint,
  deps: Pick<Dependencies, 'random'>,
): Decision<string> {
  assertEnabled(endpoint);
  const { id: endpointId } = endpoint;
  const id = deps.random.uuid();
  const about = { kind: 'webhook-endpoint', id: endpointId } as const;
  const activity: TestActivity = { id, userId, endpointId, type: 'webhook.test', about, testimonyId: null };
  return { result: id, changes: recordActivity([activity]) };
}

/**
 * Sends the event of a webhook delivery again, in a new delivery with a single attempt.
 * @throws DomainError `endpoint-disabled`
 */
export function resendWebhookEvent(
  { userId, endpointId, event }: WebhookDeliveryAttempt,
  endpoint: WebhookEndpoint,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): Decision<string> {
  assertEnabled(endpoint);
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

async function decideChange(
  { id: userId }: User,
  endpointId: string,
  change: (endpoint: WebhookEndpoint) => WebhookEndpoint,
  deps: Pick<Dependencies, 'webhooks'>,
): Promise<Decision<WebhookEndpoint>> {
  const current = await deps.webhooks.findEndpoints(userId);
  const after = change(selectWebhookEndpoint(current, endpointId));
  return { result: after, changes: [replaceWebhookEndpoint(current, after)] };
}

export function replaceWebhookEndpoint(before: WebhookEndpoints, after: WebhookEndpoint): Change {
  return replaceAll(
    before,
    before.endpoints.map(endpoint => (endpoint.id === after.id ? after : endpoint)),
  );
}

/** @throws DomainError `not-found` when the account has no such endpoint */
export function selectWebhookEndpoint({ endpoints }: WebhookEndpoints, endpointId: string): WebhookEndpoint {
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  if (!endpoint) throw new DomainError('not-found');
  return endpoint;
}

const replaceAll = (before: WebhookEndpoints, endpoints: readonly WebhookEndpoint[]): Change => ({
  kind: 'webhook-endpoints-changed',
  before,
  endpoints,
});

function assertAllowed(url: string, { webhookSender }: Pick<Dependencies, 'webhookSender'>): void {
  if (!webhookSender.isAllowed(url)) throw new FieldError({ url: ['webhook-url'] });
}

function assertEnabled({ disabledAt }: WebhookEndpoint): void {
  if (disabledAt !== null) throw new DomainError('endpoint-disabled');
}
