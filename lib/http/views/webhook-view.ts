/** API views of webhook endpoints and deliveries. */
import type { User } from '../../domain/model/account.ts';
import {
  getEndpointState,
  type WebhookDeliveryAttempt,
  type WebhookEndpoint,
} from '../../domain/model/webhook.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick } from './members.ts';

type EndpointView = ResponseData<'WebhookEndpoint'>;

export const webhookEndpointView = (
  endpoint: WebhookEndpoint,
  owner: Pick<User, 'credentialEpoch'>,
): EndpointView => ({
  ...pick(endpoint, 'id', 'url'),
  types: [...endpoint.types] as EndpointView['types'],
  state: getEndpointState(endpoint, owner),
  ...pick(endpoint, 'createdAt', 'disabledAt'),
});

export function newWebhookEndpointView(
  endpoint: WebhookEndpoint,
  owner: User,
  secret: string,
): ResponseData<'NewWebhookEndpoint'> {
  const { createdAt, disabledAt, ...settings } = webhookEndpointView(endpoint, owner);
  return { ...settings, secret, createdAt, disabledAt };
}

export function webhookDeliveryView(attempt: WebhookDeliveryAttempt): ResponseData<'WebhookDelivery'> {
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
