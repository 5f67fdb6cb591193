/**
 * POST /api/v1/testimonies/offers/accept (infra/docs/api/payments.md)
 *
 * Accept a paid offer. The client has paid for it on the payment provider's page. If the webhook has already accepted
 * the offer, the request succeeds without further effect.
 */
import { assertAccepted, settleOnReturn } from '../../lib/domain/payments/session-sync.ts';
import { clientOnly, requireVerifiedEmail } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { noContent } from '../../lib/http/response/response.ts';
import {
  accounts,
  checkouts,
  clock,
  random,
  rateLimiter,
  testimonies,
  tokens,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ sessionId: field.CheckoutSessionId });

export const acceptOfferEndpoint = endpoint({
  deps: { accounts, checkouts, clock, payments, random, rateLimiter, testimonies, tokens, unitOfWork },
  access: requireVerifiedEmail(clientOnly),
  body: bodySchema,
  quota: limitPerUser('offer-acceptances'),
  response: { status: 204 },
  errors: ['not-owner', 'wrong-state'],
  handle: ({ caller: { user }, body, write }, deps) =>
    write(
      {
        decide: () => settleOnReturn(body.sessionId, user, deps),
        respond: () => noContent(),
        afterCommit: assertAccepted,
      },
      deps,
    ),
});

export const handler = lambdaHandler(acceptOfferEndpoint);
