/** Webhooks of the OpenAPI description: the requests that deliver events (infra/docs/api/webhooks.md#deliveries). */
import { ACTIVITY_TYPES, type ActivityType } from '../../lib/domain/model/activity/activity-types.ts';
import { ACTIVITY_TYPE_LABELS } from '../../lib/texts/labels.ts';
import { toCamelCase } from './operation-id.ts';

/** Describes one webhook for each type of event, so that generators of types know the body of each. */
export const describeWebhooks = (): Record<string, object> =>
  Object.fromEntries(ACTIVITY_TYPES.map(type => [type, { post: describeDelivery(type) }]));

function describeDelivery(type: ActivityType): object {
  const [, summary] = ACTIVITY_TYPE_LABELS[type];
  const ofType = { type: 'object', properties: { type: { const: type } } };
  const schema = { allOf: [{ $ref: '#/components/schemas/WebhookPayload' }, ofType] };
  return {
    operationId: toCamelCase(type.split(/[.-]/)),
    tags: ['partner'],
    summary,
    description: "An event of a user, sent to the webhook of the user's partner.",
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': { description: 'The event is accepted.' } },
  };
}
