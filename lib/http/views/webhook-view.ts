/** API views of webhook endpoints and deliveries. Members are listed one by one, so that no secret is exposed by accident. */
import type { WebhookDeliveryAttempt, WebhookEndpoint } from '../../domain/model/webhook.ts';
import type { ResponseData } from '../response/success-response.ts';

export function webhookEndpointView({
  id,
  url,
  types,
  createdAt,
  disabledAt,
}: WebhookEndpoint): ResponseData<'WebhookEndpoint'> {
  return { id, url, types: [...types] as ResponseData<'WebhookEndpoint'>['types'], createdAt, disabledAt };
}

export function newWebhookEndpointView(
  endpoint: WebhookEndpoint,
  secret: string,
): ResponseData<'NewWebhookEndpoint'> {
  const { id, url, types, createdAt, disabledAt } = webhookEndpointView(endpoint);
  return { id, url, types, secret, createdAt, disabledAt };
}

export function webhookDeliveryView({
  id,
  event,
  attempt,
  at,
  isDelivered: delivered,
  status,
  error,
  body: responseBody,
  durationMs,
  nextAttemptAt,
}: WebhookDeliveryAttempt): ResponseData<'WebhookDelivery'> {
  const { id: eventId, type } = event;
  return {
    ...{ id, eventId, type, attempt, at, delivered, status, error },
    ...{ responseBody, durationMs, nextAttemptAt },
  };
}
