/** Secrets of webhook endpoints, and the delivery of events (see wiring.ts). */
import { dynamoWebhookDeliveries } from './aws/webhooks/webhook-deliveries.ts';
import { env, secrets, table } from './resources.ts';
import { createWebhookSecrets } from './webhooks/secrets.ts';
import { createWebhookSender } from './webhooks/sender.ts';
import { clock } from './wiring.ts';

export const webhookDeliveries = /* @__PURE__ */ dynamoWebhookDeliveries(table, clock);
export const webhookSecrets = /* @__PURE__ */ createWebhookSecrets(secrets);
export const webhookSender = /* @__PURE__ */ createWebhookSender(env);
