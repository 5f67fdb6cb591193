/** Delivery of events to webhook endpoints (infra/docs/api/webhooks.md#deliveries). */
import { tasksAdded } from '../changes.ts';
import type { Change } from '../model/change.ts';
import {
  getEndpointState,
  listValidSecrets,
  type WebhookDelivery,
  type WebhookDeliveryAttempt,
  type WebhookDeliveryResult,
  type WebhookEndpoint,
} from '../model/webhooks/webhook.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { computeWaitUntil, findNextAttempt, RETRY_PERIOD_MS } from './delivery-schedule.ts';
import { createPayload } from './payload.ts';

export type WebhookDeliveryDependencies = Pick<
  Dependencies,
  'clock' | 'random' | 'unitOfWork' | 'webhookDeliveries' | 'webhooks' | 'webhookSecrets' | 'webhookSender'
>;

/**
 * Outcome of a run. `dropped`: nothing is sent, because the endpoint is removed, disabled or unconfirmed; `waiting`: an
 * earlier event comes first, or the endpoint is failing and the run should not wait for it; `retrying`: the attempt
 * failed and another one follows; `failed`: the last attempt failed; `disabled`: the attempt failed and the endpoint
 * was disabled.
 */
export type WebhookDeliveryOutcome = 'delivered' | 'dropped' | 'waiting' | 'retrying' | 'failed' | 'disabled';

export interface WebhookDeliveryOptions {
  /** Whether deliveries to a failing endpoint are left to the sweep, so that they do not delay others. */
  readonly skipFailing?: boolean;
}

/** Delay of a delivery that a run leaves to the next sweep. */
const NEXT_SWEEP_MS = 1000;

/** Maximum number of deliveries to an endpoint that a run sends at the same time. */
const LANES_PER_ENDPOINT = 4;

type ListedDelivery = Pick<WebhookDelivery, 'id'>;

export const sortByEvent = <Listed extends ListedDelivery>(listed: readonly Listed[]): Listed[] =>
  listed.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/**
 * Returns the id of the lane in which a delivery runs. The deliveries of a testimony to an endpoint share a lane and
 * run one after another. The last hex digit of the testimony's id, which is random, determines the lane.
 */
export function getDeliveryLaneId({ id }: ListedDelivery): string {
  const [, endpointId] = id.split('#');
  const lane = Number.parseInt(id.slice(-1), 16) % LANES_PER_ENDPOINT;
  return [endpointId, lane].join('#');
}

export async function deliverEvent(
  delivery: WebhookDelivery,
  deps: WebhookDeliveryDependencies,
  { skipFailing = false }: WebhookDeliveryOptions = {},
): Promise<WebhookDeliveryOutcome> {
  const { partnerId, endpointId } = delivery;
  const { endpoint } = await deps.webhooks.find(partnerId);
  if (endpoint?.id !== endpointId || !mayReceive(delivery, endpoint)) {
    await deps.webhookDeliveries.complete(delivery);
    return 'dropped';
  }
  const turn = await findTurn(delivery, endpoint, skipFailing, deps);
  if (turn) {
    await deps.webhookDeliveries.release(delivery, turn);
    return 'waiting';
  }
  const sealed = listValidSecrets(endpoint, deps.clock.now());
  const secrets = await Promise.all(sealed.map(one => deps.webhookSecrets.open(endpointId, one)));
  const message = {
    id: delivery.event.id,
    payload: createPayload(delivery.event, endpoint.challenge?.text),
    secrets,
  };
  const begun = deps.clock.now();
  return recordResult(delivery, endpoint, await deps.webhookSender.send(endpoint.url, message), begun, deps);
}

/**
 * Returns whether an event is sent to an endpoint. An unconfirmed endpoint gets only challenges for its current URL.
 */
function mayReceive({ event }: WebhookDelivery, endpoint: WebhookEndpoint): boolean {
  const state = getEndpointState(endpoint);
  if (event.type !== 'webhook.challenge') return state === 'enabled';
  return state === 'unconfirmed' && event.id >= (endpoint.challenge?.eventId ?? '');
}

/** Returns whether the endpoint has accepted the event. A challenge requires its own text as the response. */
function isAccepted({ status, body }: WebhookDeliveryResult, { challenge }: WebhookEndpoint): boolean {
  if (challenge) return status === 200 && body?.trim() === challenge.text;
  return status !== null && status >= 200 && status < 300;
}

/** Returns the time until which a delivery waits; undefined when it is sent now. */
async function findTurn(
  delivery: WebhookDelivery,
  { failingSince }: WebhookEndpoint,
  skipFailing: boolean,
  { clock, webhookDeliveries }: Pick<WebhookDeliveryDependencies, 'clock' | 'webhookDeliveries'>,
): Promise<Date | undefined> {
  if (delivery.isSingle) return undefined;
  const now = clock.now().getTime();
  if (skipFailing && failingSince !== null) return new Date(now + NEXT_SWEEP_MS);
  if (delivery.event.testimonyId === null) return undefined;
  const earlier = await webhookDeliveries.listEarlier(delivery);
  return earlier.map(one => computeWaitUntil(one, now)).find(turn => turn !== undefined);
}

async function recordResult(
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint,
  result: WebhookDeliveryResult,
  begun: Date,
  deps: WebhookDeliveryDependencies,
): Promise<WebhookDeliveryOutcome> {
  const { partnerId, endpointId, event, attempts: attempt, isSingle } = delivery;
  const first = Date.parse(delivery.firstAttemptAt ?? begun.toISOString());
  const since = new Date(first).toISOString();
  const isDelivered = isAccepted(result, endpoint);
  const isGone = result.status === 410;
  // A failed DNS look-up can be the fault of the service's own resolver or the name server of the host, so it does not
  // disable the endpoint, and even a single delivery is retried.
  const isUnresolved = result.error === 'resolver-failed';
  const mayRetry = !isDelivered && !isGone && (!isSingle || isUnresolved);
  const next = mayRetry ? findNextAttempt(attempt, first, deps.clock.now().getTime()) : undefined;
  const record: WebhookDeliveryAttempt = {
    id: deps.random.uuid(),
    partnerId,
    endpointId,
    event,
    attempt,
    at: begun.toISOString(),
    isDelivered,
    ...result,
    nextAttemptAt: next?.toISOString() ?? null,
  };
  await deps.webhookDeliveries.record(record);
  if (isDelivered) {
    if (endpoint.failingSince !== null || endpoint.challenge)
      await changeIfEnabled(delivery, endpoint, { failingSince: null, challenge: null }, deps);
    await deps.webhookDeliveries.complete(delivery);
    return 'delivered';
  }
  const failingSince = endpoint.failingSince ?? (attempt === 1 ? since : begun.toISOString());
  const hasFailedLong = Date.parse(failingSince) + RETRY_PERIOD_MS <= deps.clock.now().getTime();
  if (isGone || (!next && !isSingle && !isUnresolved && hasFailedLong)) {
    await disable(delivery, endpoint, deps);
    return 'disabled';
  }
  if (endpoint.failingSince === null && !isSingle)
    await changeIfEnabled(delivery, endpoint, { failingSince }, deps);
  if (!next) {
    await deps.webhookDeliveries.complete(delivery);
    return 'failed';
  }
  await deps.webhookDeliveries.postpone(delivery, next);
  return 'retrying';
}

async function disable(
  delivery: WebhookDelivery,
  endpoint: WebhookEndpoint,
  deps: WebhookDeliveryDependencies,
): Promise<void> {
  const disabledAt = deps.clock.now().toISOString();
  const change = 'webhook-disabled';
  const mail = { kind: 'mail', mail: 'partner-changed', userId: delivery.partnerId, change } as const;
  await changeIfEnabled(delivery, endpoint, { disabledAt }, deps, tasksAdded([mail], deps));
  await deps.webhookDeliveries.complete(delivery);
}

/**
 * Changes the webhook endpoint of a delivery. Does nothing if the endpoint was removed or disabled, or has another URL
 * than the delivery was sent to.
 */
async function changeIfEnabled(
  { partnerId, endpointId }: WebhookDelivery,
  { url }: WebhookEndpoint,
  change: Partial<Pick<WebhookEndpoint, 'disabledAt' | 'failingSince' | 'challenge'>>,
  deps: WebhookDeliveryDependencies,
  further: readonly Change[] = [],
): Promise<void> {
  const decide = async () => {
    const before = await deps.webhooks.find(partnerId);
    const { endpoint } = before;
    const isEnabled = endpoint?.id === endpointId && endpoint.disabledAt === null && endpoint.url === url;
    if (!isEnabled) return { result: undefined, changes: [] };
    const changed = { kind: 'webhook-changed', before, endpoint: { ...endpoint, ...change } } as const;
    return { result: undefined, changes: [changed, ...further] };
  };
  await commitDecision(decide, deps);
}
