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
import { queryAll } from '../table/lists.ts';
import { toWaitingEvent, toWebhookDelivery } from '../table/records.ts';
import { expirySeconds, type Table, writeItem } from '../table/table.ts';
import { storeItem } from '../table/writes.ts';

export function dynamoWebhookDeliveries(table: Table, clock: Clock): WebhookDeliveries {
  const { client, name: TableName } = table;
  const queue = createLeasedQueue(table, WEBHOOK_QUEUE, clock, toWebhookDelivery);

  return {
    claim: queue.claim,
    listDue: () => queue.listDue(CLOCK_SKEW_MS),
    postpone: queue.postpone,
    // The period of retries begins with the first attempt, so that a delivery without an attempt still has all of it.
    release: queue.release,

    async complete(delivery) {
      const deletion = new DeleteCommand({
        TableName,
        Key: itemKey.delivery(delivery.id),
        ...createClaimCondition(WEBHOOK_QUEUE, delivery),
      });
      const deleted = await withCleanUpTime(() => writeItem(table, () => client.send(deletion)));
      const { partnerId, endpointId, event, attempts } = delivery;
      if (!deleted || event.testimonyId === null || attempts === 1) return;
      const Key = itemKey.waitingEvent(partnerId, endpointId, event.testimonyId, event.id);
      await withCleanUpTime(() => client.send(new DeleteCommand({ TableName, Key })));
    },

    async record(attempt, since) {
      const { id, partnerId, endpointId, at, event, nextAttemptAt } = attempt;
      const key = itemKey.deliveryAttempt(partnerId, endpointId, id);
      const expiresAt = expirySeconds(new Date(at), WEBHOOK_DELIVERY_RETENTION_SECONDS);
      const put = (item: object) => withCleanUpTime(() => storeItem(table, item));
      await put({ ...key, ...attempt, expiresAt });
      if (event.testimonyId === null || nextAttemptAt === null) return;
      const { testimonyId, id: eventId } = event;
      const mark = { partnerId, endpointId, testimonyId, eventId, since, nextAttemptAt };
      await put({ ...itemKey.waitingEvent(partnerId, endpointId, testimonyId, eventId), ...mark, expiresAt });
    },

    listWaiting: ({ partnerId, endpointId, testimonyId }) =>
      queryAll(table, itemKey.waitingEvent(partnerId, endpointId, testimonyId, ''), toWaitingEvent),
  };
}
