/**
 * DynamoDB implementation of the outbox of webhooks (infra/decisions/0032-webhooks.md): a leased queue. An ended
 * delivery is deleted, but its attempts are kept.
 */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { withCleanUpTime } from '../../../deadline.ts';
import { WEBHOOK_DELIVERY_RETENTION_SECONDS } from '../../../domain/model/webhooks/webhook.ts';
import type { Clock } from '../../../domain/ports/services.ts';
import type { WebhookDeliveries } from '../../../domain/ports/webhooks.ts';
import {
  CLOCK_SKEW_MS,
  createClaimCondition,
  createLeasedQueue,
  WEBHOOK_QUEUE,
} from '../queue/leased-queue.ts';
import { itemKey } from '../table/keys.ts';
import { queryPart } from '../table/lists.ts';
import { readValid, toWebhookDelivery } from '../table/records.ts';
import { computeExpirySeconds, type Item, type Table, writeItem } from '../table/table.ts';
import { storeItem } from '../table/writes.ts';

/** Maximum number of earlier deliveries that are read for a delivery, so that many pending ones cause no long reads. */
const MAX_EXAMINED = 20;

export function dynamoWebhookDeliveries(table: Table, clock: Clock): WebhookDeliveries {
  const { client, name: TableName } = table;
  const queue = createLeasedQueue(table, WEBHOOK_QUEUE, clock, toWebhookDelivery);

  return {
    claim: queue.claim,
    listDue: () => queue.listDue(CLOCK_SKEW_MS),
    postpone: queue.postpone,
    // The release of a first claim also removes the time of the first attempt, at which the period of retries begins. A
    // delivery that was never attempted therefore keeps the whole period.
    release: queue.release,

    async complete(delivery) {
      const deletion = new DeleteCommand({
        TableName,
        Key: itemKey.delivery(delivery.id),
        ...createClaimCondition(WEBHOOK_QUEUE, delivery),
      });
      await withCleanUpTime(() => writeItem(table, () => client.send(deletion)));
    },

    async record(attempt) {
      const { id, partnerId, endpointId, at } = attempt;
      const key = itemKey.deliveryAttempt(partnerId, endpointId, id);
      const expiresAt = computeExpirySeconds(new Date(at), WEBHOOK_DELIVERY_RETENTION_SECONDS);
      await withCleanUpTime(() => storeItem(table, { ...key, ...attempt, expiresAt }));
    },

    async listEarlier({ id }) {
      const { pk } = itemKey.delivery(id);
      const part = { pk, from: id, newestFirst: true, limit: MAX_EXAMINED };
      const { items } = await queryPart(table, part);
      return readValid(items, readOpenDelivery)
        .filter(({ isSingle }) => !isSingle)
        .reverse();
    },
  };
}

function readOpenDelivery(item: Item) {
  const { id, isSingle, createdAt, firstAttemptAt = createdAt } = toWebhookDelivery(item);
  return { id, isSingle, since: firstAttemptAt, nextAttemptAt: String(item.gsi1sk) };
}
