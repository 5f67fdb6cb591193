/** Changes of webhook endpoints by their owner (infra/docs/api/webhooks.md#endpoints). */
import { addTasks } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { User } from '../model/account.ts';
import type { ActivityType } from '../model/activity.ts';
import type { Change, Decision } from '../model/change.ts';
import type { MailTaskOf } from '../model/mail.ts';
import {
  type EndpointChallenge,
  FORMER_SECRET_MS,
  MAX_ENDPOINTS,
  type WebhookEndpoint,
  type WebhookEndpoints,
} from '../model/webhook.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { sendToEndpoint } from './endpoint-events.ts';

type Deps = Pick<Dependencies, 'clock' | 'random' | 'webhooks'>;
interface EndpointSettings {
  readonly url: string;
  readonly types: readonly ActivityType[];
}

/** An endpoint with its new secret, which no later response contains. */
interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

/**
 * Creates an endpoint and sends the first challenge to it.
 * @throws FieldError on `url` when the stage does not deliver to it
 * @throws DomainError `too-many-endpoints` when the account already has the maximum number of endpoints
 */
export async function createWebhookEndpoint(
  user: User,
  { url, types }: EndpointSettings,
  deps: Deps & Pick<Dependencies, 'webhookSecrets' | 'webhookSender'>,
): Promise<Decision<EndpointWithSecret>> {
  assertAllowed(url, deps);
  const current = await deps.webhooks.findEndpoints(user.id);
  if (current.endpoints.length >= MAX_ENDPOINTS) throw new DomainError('too-many-endpoints');
  const id = deps.random.uuid();
  const { secret, sealed } = await deps.webhookSecrets.create(id);
  const challenge = createChallenge(deps);
  const endpoint: WebhookEndpoint = {
    id,
    url,
    types,
    secrets: [{ sealed, validUntil: null }],
    challenge,
    createdAt: deps.clock.now().toISOString(),
    ...enable(user),
  };
  const changes = [
    replaceAll(current, [...current.endpoints, endpoint]),
    ...sendToEndpoint(user, endpoint, 'webhook.challenge', challenge.eventId, deps),
    ...notifyOwner(user, id, 'created', deps),
  ];
  return { result: { endpoint, secret }, changes };
}

/**
 * Changes an endpoint. The change also enables an endpoint that was disabled. A challenge is sent to a new URL.
 * @throws FieldError on `url` when the stage does not deliver to it
 */
export async function updateWebhookEndpoint(
  user: User,
  endpointId: string,
  { url, types }: EndpointSettings,
  deps: Deps & Pick<Dependencies, 'webhookSender'>,
): Promise<Decision<WebhookEndpoint>> {
  assertAllowed(url, deps);
  const current = await deps.webhooks.findEndpoints(user.id);
  const before = selectWebhookEndpoint(current, endpointId);
  const newChallenge = before.url === url ? undefined : createChallenge(deps);
  const challenge = newChallenge ?? before.challenge;
  const after = { ...before, url, types, challenge, ...enable(user) };
  const changes = [
    replaceWebhookEndpoint(current, after),
    ...(newChallenge ? sendToEndpoint(user, after, 'webhook.challenge', newChallenge.eventId, deps) : []),
    ...notifyOwner(user, endpointId, 'changed', deps),
  ];
  return { result: after, changes };
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

/** Replaces the secret of an endpoint. For a day, deliveries are also signed with the former secret. */
export async function rotateWebhookSecret(
  user: User,
  endpointId: string,
  deps: Deps & Pick<Dependencies, 'webhookSecrets'>,
): Promise<Decision<EndpointWithSecret>> {
  const { secret, sealed } = await deps.webhookSecrets.create(endpointId);
  const validUntil = new Date(deps.clock.now().getTime() + FORMER_SECRET_MS).toISOString();
  const current = await deps.webhooks.findEndpoints(user.id);
  const before = selectWebhookEndpoint(current, endpointId);
  const former = before.secrets.filter(one => one.validUntil === null);
  const secrets = [{ sealed, validUntil: null }, ...former.map(one => ({ ...one, validUntil }))];
  const endpoint = { ...before, secrets };
  const changes = [
    replaceWebhookEndpoint(current, endpoint),
    ...notifyOwner(user, endpointId, 'secret-rotated', deps),
  ];
  return { result: { endpoint, secret }, changes };
}

const enable = ({ credentialEpoch }: User) => ({ disabledAt: null, failingSince: null, credentialEpoch });

const createChallenge = ({ random }: Pick<Dependencies, 'random'>): EndpointChallenge => ({
  text: random.secret(),
  eventId: random.uuid(),
});

function notifyOwner(
  { id: userId, email: to, emailVerified: isVerified }: User,
  endpointId: string,
  change: MailTaskOf<'webhook-changed'>['change'],
  deps: DecisionDependencies,
): Change[] {
  return addTasks(
    [{ kind: 'mail', mail: 'webhook-changed', userId, to, isVerified, endpointId, change }],
    deps,
  );
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
