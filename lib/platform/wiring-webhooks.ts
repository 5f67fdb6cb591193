/** Secrets of webhook endpoints, and the delivery of events. See wiring.ts. */
import type { Dependencies } from '../domain/ports/dependencies.ts';
import { dynamoWebhookDeliveries } from './aws/webhooks/webhook-deliveries.ts';
import { env, secrets, table } from './resources.ts';
import { createWebhookSecrets } from './webhooks/secrets.ts';
import { createWebhookSender } from './webhooks/sender.ts';
import { clock } from './wiring.ts';

export const webhookDeliveries: Dependencies['webhookDeliveries'] = /* @__PURE__ */ dynamoWebhookDeliveries(
  table,
  clock,
);
export const webhookSecrets: Dependencies['webhookSecrets'] = /* @__PURE__ */ createWebhookSecrets(secrets);
export const webhookSender: Dependencies['webhookSender'] = /* @__PURE__ */ createWebhookSender(env);
