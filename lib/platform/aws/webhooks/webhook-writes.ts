/** Writes of webhook endpoints and of webhook deliveries, as parts of the transactions that cause them. */
import type { ActivityEvent } from '../../../domain/model/activity.ts';
import type { Change } from '../../../domain/model/change.ts';
import { isSubscribed, type WebhookDelivery, type WebhookEndpoint } from '../../../domain/model/webhook.ts';
import type { Random } from '../../../domain/ports/services.ts';
import { createOpenKeys, WEBHOOK_QUEUE } from '../queue/leased-queue.ts';
import { itemKey } from '../table/keys.ts';
import { readValid } from '../table/record-reader.ts';
import { expirySeconds, readBatch, type Table, type TransactionWrite } from '../table/table.ts';
import {
  attributeEquals,
  createPut,
  createPutOrConflict,
  DOES_NOT_EXIST,
  orConflict,
  type Writers,
} from '../table/writes.ts';
import { toWebhookEndpoints } from './webhook-records.ts';

/**
 * Time after which DynamoDB deletes an unfinished delivery, for instance because its account was closed. The last
 * attempt is three days after the first one.
 */
const DELIVERY_EXPIRY_SECONDS = 7 * 24 * 3600;

/** Webhook endpoints of the users whose events a transaction records, by user id. */
export type EndpointsByUser = ReadonlyMap<string, readonly WebhookEndpoint[]>;

/**
 * Reads the endpoints of all users whose events a transaction records, in one request. A user who is created by the
 * same transaction has none. Endpoints that do not match their schema are left out.
 */
export async function readEndpointsOfEvents(
  table: Table,
  changes: readonly Change[],
): Promise<EndpointsByUser> {
  const isNew = (userId: string) =>
    changes.some(change => change.kind === 'account-created' && change.user.id === userId);
  const users = new Set(
    changes.flatMap(change => (change.kind === 'activity-recorded' ? change.activity.userId : [])),
  );
  const keys = [...users].filter(userId => !isNew(userId)).map(itemKey.webhookEndpoints);
  const items = await readBatch(table, keys);
  return new Map(readValid(items, toWebhookEndpoints).map(({ userId, endpoints }) => [userId, endpoints]));
}

/**
 * Builds the writes of an event's deliveries, one for each endpoint that subscribes to it.
 * @param onlyEndpointId the endpoint of a challenge or a test event, which the same transaction may create
 */
export function createWebhookDeliveryWrites(
  table: Table,
  event: ActivityEvent,
  endpoints: readonly WebhookEndpoint[],
  onlyEndpointId: string | undefined,
  random: Random,
): TransactionWrite[] {
  const subscribed = endpoints.filter(endpoint => isSubscribed(endpoint, event.type)).map(({ id }) => id);
  return (onlyEndpointId ? [onlyEndpointId] : subscribed).map(endpointId =>
    createWebhookDeliveryPut(table, {
      id: random.uuid(),
      userId: event.userId,
      endpointId,
      event,
      attempts: 0,
      createdAt: event.at,
      isSingle: onlyEndpointId !== undefined,
    }),
  );
}

function createWebhookDeliveryPut(table: Table, delivery: WebhookDelivery): TransactionWrite {
  const { id, createdAt } = delivery;
  const index = createOpenKeys(WEBHOOK_QUEUE, id, createdAt);
  const expiresAt = expirySeconds(new Date(createdAt), DELIVERY_EXPIRY_SECONDS);
  return createPut(table, { ...itemKey.delivery(id), ...delivery, ...index, expiresAt });
}

export function webhookWriters(table: Table) {
  return {
    'webhook-endpoints-changed': ({ before: { userId, version }, endpoints }) => [
      createPutOrConflict(
        table,
        { ...itemKey.webhookEndpoints(userId), userId, version: version + 1, endpoints },
        version === 0 ? DOES_NOT_EXIST : attributeEquals('version', version),
      ),
    ],
    'webhook-delivery-added': ({ delivery }) => [orConflict(createWebhookDeliveryPut(table, delivery))],
  } satisfies Partial<Writers>;
}
