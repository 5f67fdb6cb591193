/**
 * POST /api/v1/testimonies/offers/accept (infra/docs/api/payments.md)
 *
 * Accept a paid offer. The client has paid for it on the payment provider's page. If the provider has already reported
 * the payment, the offer is accepted already, and the request succeeds without further effect.
 */
import { acceptOnReturn, assertPaymentAccepted } from '../../lib/domain/payments/checkout/session-sync.ts';
import {
  clientOnly,
  endpointHandler,
  jsonBody,
  limitPerUser,
  noContent,
  requireVerifiedEmail,
} from '../../lib/http/index.ts';
import {
  accounts,
  checkouts,
  payoutLimits,
  rateLimiter,
  testimonies,
  tokens,
  writeServices,
} from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, accounts, checkouts, payments, payoutLimits, rateLimiter, testimonies, tokens },
  access: requireVerifiedEmail(clientOnly),
  body: jsonBody({ sessionId: field.CheckoutSessionId }),
  quota: limitPerUser('offer-acceptances'),
  response: { status: 204 },
  errors: ['not-owner', 'wrong-state'],
  handle: ({ caller: { user }, body, write }, deps) =>
    write(
      {
        decide: () => acceptOnReturn(body.sessionId, user, deps),
        respond: noContent,
        afterCommit: assertPaymentAccepted,
      },
      deps,
    ),
});
