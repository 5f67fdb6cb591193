/** Writes of webhooks and of webhook deliveries, as parts of the transactions that cause them. */
import type { User } from '../../../domain/model/accounts/account.ts';
import type { ActivityEvent } from '../../../domain/model/activity/activity.ts';
import type { Change } from '../../../domain/model/change.ts';
import {
  createDeliveryId,
  getEndpointState,
  type PartnerWebhook,
  type WebhookChanges,
  type WebhookDelivery,
} from '../../../domain/model/webhooks/webhook.ts';
import type { Random } from '../../../domain/ports/services.ts';
import { DAY_SECONDS } from '../../../durations.ts';
import { createOpenKeys, WEBHOOK_QUEUE } from '../queue/leased-queue.ts';
import { itemKey } from '../table/keys.ts';
import { readAttributes } from '../table/lists.ts';
import { readValid, toPartnerWebhook } from '../table/records.ts';
import { computeExpirySeconds, readBatch, type Table, type TransactionWrite } from '../table/table.ts';
import {
  attributeEquals,
  type ChangeWriters,
  createPut,
  createPutOrConflict,
  DOES_NOT_EXIST,
  orConflict,
} from '../table/writes.ts';

/**
 * Time after which DynamoDB deletes an unfinished delivery, for instance after an outage of this
 * service. The last attempt is three days after the first one.
 */
const DELIVERY_EXPIRY_SECONDS = 7 * DAY_SECONDS;

/** For each user whose events a transaction records: the webhook of the user's partner, by user id. */
export type WebhooksByUser = ReadonlyMap<string, Omit<PartnerWebhook, 'version'>>;

/**
 * Reads the partners of all users whose events a transaction records, and the webhooks of these partners in one
 * request. Users without a partner are left out. Only the `partner` attribute of a user is read, which never changes. A
 * webhook that does not match its schema is treated as absent.
 */
export async function readWebhooksOfEvents(
  table: Table,
  changes: readonly Change[],
): Promise<WebhooksByUser> {
  const created = changes.find(change => change.kind === 'account-created')?.user;
  const userIds = new Set(
    changes.flatMap(change => (change.kind === 'activity-recorded' ? change.activity.userId : [])),
  );
  const findPartner = async (userId: string) => {
    if (userId === created?.id) return created.partner;
    const user = await readAttributes(table, itemKey.user(userId), 'sk, partner');
    return user?.partner as User['partner'];
  };
  const partners = await Promise.all(
    [...userIds].map(async userId => [userId, (await findPartner(userId))?.id] as const),
  );
  const partnerIds = new Set(partners.flatMap(([, partnerId]) => partnerId ?? []));
  const items = await readBatch(table, [...partnerIds].map(itemKey.webhook));
  const webhooks = readValid(items, toPartnerWebhook);
  const findEndpoint = (id: string) => webhooks.find(({ partnerId }) => partnerId === id)?.endpoint ?? null;
  return new Map(
    partners.flatMap(([userId, partnerId]) =>
      partnerId ? [[userId, { partnerId, endpoint: findEndpoint(partnerId) }]] : [],
    ),
  );
}

/**
 * Builds the write of an event's delivery, or none if the webhook is disabled or does not subscribe to the type of
 * event.
 */
export function createWebhookDeliveryWrites(
  table: Table,
  event: ActivityEvent,
  { partnerId, endpoint }: Omit<PartnerWebhook, 'version'>,
  random: Random,
): TransactionWrite[] {
  if (!endpoint?.types.includes(event.type) || getEndpointState(endpoint) !== 'enabled') return [];
  const endpointId = endpoint.id;
  const id = createDeliveryId(random.uuid(), endpointId, event);
  const delivery = { id, partnerId, endpointId, event, attempts: 0, createdAt: event.at, isSingle: false };
  return [createWebhookDeliveryPut(table, delivery)];
}

function createWebhookDeliveryPut(table: Table, delivery: WebhookDelivery): TransactionWrite {
  const { id, createdAt } = delivery;
  const index = createOpenKeys(WEBHOOK_QUEUE, id, createdAt);
  const expiresAt = computeExpirySeconds(new Date(createdAt), DELIVERY_EXPIRY_SECONDS);
  return createPut(table, { ...itemKey.delivery(id), ...delivery, ...index, expiresAt });
}

export function webhookWriters(table: Table) {
  return {
    'webhook-changed': ({ before: { partnerId, version }, endpoint }) => [
      createPutOrConflict(
        table,
        { ...itemKey.webhook(partnerId), partnerId, version: version + 1, endpoint },
        version === 0 ? DOES_NOT_EXIST : attributeEquals('version', version),
      ),
    ],
    'webhook-delivery-added': ({ delivery }) => [orConflict(createWebhookDeliveryPut(table, delivery))],
  } satisfies ChangeWriters<WebhookChanges>;
}
