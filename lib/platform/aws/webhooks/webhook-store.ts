/** DynamoDB implementation of the store of webhook endpoints and of the records of deliveries. */
import {
  MAX_LISTED_WEBHOOK_DELIVERIES,
  type WebhookDeliveryAttempt,
  type WebhookEndpoints,
} from '../../../domain/model/webhook.ts';
import type { WebhookStore } from '../../../domain/ports/webhooks.ts';
import { itemKey } from '../table/keys.ts';
import { queryPart } from '../table/lists.ts';
import { type Item, readBatch, readRecord, type Table, withoutKeys } from '../table/table.ts';

export function dynamoWebhookStore(table: Table): WebhookStore {
  return {
    async findEndpoints(userId) {
      const [item] = await readBatch(table, [itemKey.webhookEndpoints(userId)]);
      return item ? toEndpoints(item) : { userId, version: 0, endpoints: [] };
    },

    async listAttempts(userId, endpointId) {
      const { pk, sk: prefix } = itemKey.deliveryAttempt(userId, endpointId, '');
      const part = { pk, prefix, newestFirst: true, limit: MAX_LISTED_WEBHOOK_DELIVERIES };
      return (await queryPart(table, part)).items.map(withoutKeys<WebhookDeliveryAttempt>);
    },

    findAttempt: (userId, endpointId, attemptId) =>
      readRecord<WebhookDeliveryAttempt>(table, itemKey.deliveryAttempt(userId, endpointId, attemptId)),
  };
}

export const toEndpoints = (item: Item): WebhookEndpoints => withoutKeys<WebhookEndpoints>(item);
