/**
 * DELETE /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints)
 *
 * Delete a webhook endpoint. Nothing is delivered to it any more.
 */
import { deleteEndpoint } from '../../lib/domain/webhooks/endpoints.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ownWebhookEndpoint } from '../../lib/http/request/resource.ts';
import { noContent } from '../../lib/http/response/response.ts';
import { rateLimiter, tokens, unitOfWork, webhooks } from '../../lib/platform/wiring.ts';

export const deleteWebhookEndpointEndpoint = endpoint({
  deps: { rateLimiter, tokens, unitOfWork, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 204 },
  handle: ({ caller: { user }, subject: { id }, write }, deps) =>
    write({ decide: () => deleteEndpoint(user, id, deps), respond: noContent }, deps),
});

export const handler = lambdaHandler(deleteWebhookEndpointEndpoint);
