/**
 * DELETE /api/v1/webhook-endpoints/{id} (infra/docs/api/webhooks.md#endpoints)
 *
 * Delete a webhook endpoint. Nothing is delivered to it any more.
 */
import { deleteWebhookEndpoint } from '../../lib/domain/webhooks/endpoints.ts';
import {
  endpointHandler,
  limitPerUser,
  noContent,
  ownWebhookEndpoint,
  signedInOnly,
} from '../../lib/http/index.ts';
import { rateLimiter, tokens, unitOfWork, webhooks } from '../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { rateLimiter, tokens, unitOfWork, webhooks },
  access: signedInOnly,
  resource: ownWebhookEndpoint,
  quota: limitPerUser('webhook-endpoints'),
  response: { status: 204 },
  handle: ({ caller: { user }, subject: { id }, write }, deps) =>
    write({ decide: () => deleteWebhookEndpoint(user, id, deps), respond: noContent }, deps),
});
