/** DynamoDB implementation of the store of webhooks and of the records of deliveries. */
import { MAX_LISTED_WEBHOOK_DELIVERIES } from '../../../domain/model/webhooks/webhook.ts';
import type { WebhookStore } from '../../../domain/ports/webhooks.ts';
import { itemKey } from '../table/keys.ts';
import { queryPart } from '../table/lists.ts';
import { readValid, toPartnerWebhook, toWebhookDeliveryAttempt } from '../table/records.ts';
import { readRecord, type Table } from '../table/table.ts';

export function dynamoWebhookStore(table: Table): WebhookStore {
  return {
    async find(partnerId) {
      const webhook = await readRecord(table, itemKey.webhook(partnerId), toPartnerWebhook);
      return webhook ?? { partnerId, version: 0, endpoint: null };
    },

    async listAttempts(partnerId, endpointId) {
      const { pk, sk: prefix } = itemKey.deliveryAttempt(partnerId, endpointId, '');
      const part = { pk, prefix, newestFirst: true, limit: MAX_LISTED_WEBHOOK_DELIVERIES };
      return readValid((await queryPart(table, part)).items, toWebhookDeliveryAttempt);
    },

    findAttempt: (partnerId, endpointId, attemptId) =>
      readRecord(table, itemKey.deliveryAttempt(partnerId, endpointId, attemptId), toWebhookDeliveryAttempt),
  };
}
