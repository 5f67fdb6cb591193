/**
 * POST /api/v1/testimonies/offers/{offerId}/checkout (infra/docs/api/payments.md)
 *
 * Start a checkout. The response contains a link to the payment provider's page on which the client pays for the
 * offer. While that page is open, a repeated request returns the same link and replaces the contact details.
 */
import { startCheckout } from '../../lib/domain/payments/checkout/checkout.ts';
import {
  clientOnly,
  endpointHandler,
  jsonBody,
  limitPerUser,
  ok,
  receivedOffer,
  requireVerifiedEmail,
} from '../../lib/http/index.ts';
import {
  accounts,
  checkouts,
  partners,
  payoutLimits,
  rateLimiter,
  testimonies,
  tokens,
  writeServices,
} from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: {
    ...writeServices,
    accounts,
    checkouts,
    partners,
    payments,
    payoutLimits,
    rateLimiter,
    testimonies,
    tokens,
  },
  access: requireVerifiedEmail(clientOnly),
  resource: receivedOffer,
  body: jsonBody({
    phone: field.Phone,
    firstName: field.Name,
    lastName: field.Name,
    billingAddress: field.Address,
    shippingAddress: field.nullable(field.ShippingAddress),
    company: field.nullable(field.Company),
  }),
  quota: limitPerUser('checkouts'),
  response: { status: 200, data: 'ProviderPage' },
  errors: ['offer-not-payable'],
  handle: ({ caller: { user }, subject, body, write }, deps) =>
    write({ decide: () => startCheckout(subject, user, body, deps), respond: url => ok({ url }) }, deps),
});
