/** DynamoDB implementation of the store of webhook endpoints and of the records of deliveries. */
import { MAX_LISTED_WEBHOOK_DELIVERIES } from '../../../domain/model/webhook.ts';
import type { WebhookStore } from '../../../domain/ports/webhooks.ts';
import { itemKey } from '../table/keys.ts';
import { queryPart } from '../table/lists.ts';
import { readValid } from '../table/record-reader.ts';
import { readRecord, type Table } from '../table/table.ts';
import { toWebhookDeliveryAttempt, toWebhookEndpoints } from './webhook-records.ts';

export function dynamoWebhookStore(table: Table): WebhookStore {
  return {
    async findEndpoints(userId) {
      const endpoints = await readRecord(table, itemKey.webhookEndpoints(userId), toWebhookEndpoints);
      return endpoints ?? { userId, version: 0, endpoints: [] };
    },

    async listAttempts(userId, endpointId) {
      const { pk, sk: prefix } = itemKey.deliveryAttempt(userId, endpointId, '');
      const part = { pk, prefix, newestFirst: true, limit: MAX_LISTED_WEBHOOK_DELIVERIES };
      return readValid((await queryPart(table, part)).items, toWebhookDeliveryAttempt);
    },

    findAttempt: (userId, endpointId, attemptId) =>
      readRecord(table, itemKey.deliveryAttempt(userId, endpointId, attemptId), toWebhookDeliveryAttempt),
  };
}
