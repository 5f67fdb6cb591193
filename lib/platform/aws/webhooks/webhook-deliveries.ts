/**
 * DynamoDB implementation of the outbox of webhooks (infra/decisions/0032-webhooks.md). Open deliveries are in the index
 * partitions `DELIVERIES#0` to `DELIVERIES#7`, sorted by due time. A delivery that ends is deleted; its attempts stay.
 */
import {
  DeleteCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { withCleanUpTime } from '../../../deadline.ts';
import {
  DELIVERY_RETENTION_SECONDS,
  type RetriedEvent,
  type WebhookDelivery,
} from '../../../domain/model/webhook.ts';
import type { Clock } from '../../../domain/ports/services.ts';
import type { WebhookDeliveries } from '../../../domain/ports/webhooks.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { withSchemaVersion } from '../table/schema-version.ts';
import { expirySeconds, type Item, type Table, withoutKeys, writeItem } from '../table/table.ts';
import { getOpenDeliveriesPartition, OPEN_DELIVERIES_PARTITIONS } from './webhook-writes.ts';

/** Duration of a claim on a delivery. It must exceed the time that an attempt may take. */
const LEASE_MS = 60_000;
/** Tolerance for the difference between the clocks of two Lambdas. */
const SKEW_MS = 1000;

export function dynamoWebhookDeliveries(table: Table, clock: Clock): WebhookDeliveries {
  const { client, name: TableName } = table;

  /** Updates a delivery that this run has claimed, even at the deadline. */
  const updateClaimed = (
    { id, attempts }: WebhookDelivery,
    UpdateExpression: string,
    values: Record<string, unknown>,
  ): UpdateCommandInput => ({
    ...{ TableName, Key: itemKey.delivery(id), UpdateExpression },
    ConditionExpression: 'attempts = :mine',
    ExpressionAttributeValues: { ...values, ':mine': attempts },
  });
  const update = (input: UpdateCommandInput) => writeItem(table, () => client.send(new UpdateCommand(input)));

  return {
    async claim(deliveryId) {
      const now = clock.now();
      const claimed = await update({
        ...{ TableName, Key: itemKey.delivery(deliveryId), ReturnValues: 'ALL_NEW' },
        ConditionExpression: 'gsi1pk = :open AND gsi1sk <= :now',
        UpdateExpression:
          'SET gsi1sk = :lease, firstAttemptAt = if_not_exists(firstAttemptAt, :begun) ADD attempts :one',
        ExpressionAttributeValues: {
          ':open': getOpenDeliveriesPartition(deliveryId),
          ':now': new Date(now.getTime() + SKEW_MS).toISOString(),
          ':lease': new Date(now.getTime() + LEASE_MS).toISOString(),
          ':begun': now.toISOString(),
          ':one': 1,
        },
      });
      return claimed && withoutKeys<WebhookDelivery>(claimed.Attributes as Item);
    },

    async listDue() {
      const until = new Date(clock.now().getTime() + SKEW_MS).toISOString();
      const lists = OPEN_DELIVERIES_PARTITIONS.map(partition =>
        client.send(
          new QueryCommand({
            ...{ TableName, IndexName: 'gsi1' },
            KeyConditionExpression: 'gsi1pk = :open AND gsi1sk <= :until',
            ExpressionAttributeValues: { ':open': partition, ':until': until },
          }),
        ),
      );
      const items = (await Promise.all(lists)).flatMap(({ Items = [] }) => Items as Item[]);
      const due = items.toSorted((one, other) => String(one.gsi1sk).localeCompare(String(other.gsi1sk)));
      return due.map(withoutKeys<WebhookDelivery>);
    },

    async postpone(delivery, when) {
      const values = { ':when': when.toISOString() };
      await withCleanUpTime(() => update(updateClaimed(delivery, 'SET gsi1sk = :when', values)));
    },

    async release(delivery, when) {
      // A delivery that has not been attempted yet begins its period of retries with its first attempt.
      const isFirst = delivery.attempts === 1;
      const change = `SET gsi1sk = :when, attempts = :before${isFirst ? ' REMOVE firstAttemptAt' : ''}`;
      const values = { ':when': when.toISOString(), ':before': delivery.attempts - 1 };
      await withCleanUpTime(() => update(updateClaimed(delivery, change, values)));
    },

    async complete({ id, attempts }) {
      const deletion = new DeleteCommand({
        ...{ TableName, Key: itemKey.delivery(id) },
        ConditionExpression: 'attempts = :mine',
        ExpressionAttributeValues: { ':mine': attempts },
      });
      await withCleanUpTime(() => writeItem(table, () => client.send(deletion)));
    },

    async isActive(userId) {
      const { pk, sk } = itemKey.user(userId);
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND sk = :sk',
          ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
          ProjectionExpression: 'sk, lockedAt',
          Select: 'SPECIFIC_ATTRIBUTES',
          ConsistentRead: true,
        }),
      );
      return Items.some(({ lockedAt }) => !lockedAt);
    },

    async record(attempt, since) {
      const { id, userId, endpointId, at, event, nextAttemptAt } = attempt;
      const key = itemKey.deliveryAttempt(userId, endpointId, id);
      const expiresAt = expirySeconds(new Date(at), DELIVERY_RETENTION_SECONDS);
      const put = (item: object) =>
        withCleanUpTime(() => client.send(new PutCommand({ TableName, Item: withSchemaVersion(item) })));
      await put({ ...key, ...attempt, expiresAt });
      if (event.testimonyId === null) return;
      const { testimonyId, id: eventId } = event;
      const markKey = itemKey.waitingEvent(userId, endpointId, testimonyId, eventId);
      if (nextAttemptAt)
        await put({ ...markKey, userId, endpointId, testimonyId, eventId, since, nextAttemptAt, expiresAt });
      else if (attempt.attempt > 1)
        await withCleanUpTime(() => client.send(new DeleteCommand({ TableName, Key: markKey })));
    },

    listRetried({ userId, endpointId, testimonyId }) {
      const { pk, sk } = itemKey.waitingEvent(userId, endpointId, testimonyId, '');
      return queryAll(table, pk, sk, withoutKeys<RetriedEvent>);
    },
  };
}
