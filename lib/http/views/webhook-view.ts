/** API views of webhooks and of deliveries to them (infra/docs/api/webhooks.md). */
import {
  getEndpointState,
  type WebhookDeliveryAttempt,
  type WebhookEndpoint,
} from '../../domain/model/webhooks/webhook.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick } from './members.ts';

type WebhookView = ResponseData<'Webhook'>;

export const createWebhookView = (endpoint: WebhookEndpoint): WebhookView => ({
  url: endpoint.url,
  types: [...endpoint.types] as WebhookView['types'],
  state: getEndpointState(endpoint),
  ...pick(endpoint, 'createdAt', 'disabledAt'),
});

export function createWebhookDeliveryView(attempt: WebhookDeliveryAttempt): ResponseData<'WebhookDelivery'> {
  const { id, event, isDelivered, body } = attempt;
  return {
    id,
    eventId: event.id,
    type: event.type,
    ...pick(attempt, 'attempt', 'at'),
    delivered: isDelivered,
    ...pick(attempt, 'status', 'error'),
    responseBody: body,
    ...pick(attempt, 'durationMs', 'nextAttemptAt'),
  };
}
