/**
 * POST /api/v1/testimonies/offers/{offerId}/checkout (infra/docs/api/payments.md)
 *
 * Start a checkout. The response contains a link to the payment provider's page on which the client pays for the
 * offer. While that page is open, a repeated request returns the same link and replaces the contact details.
 */
import { startCheckout } from '../../lib/domain/payments/checkout.ts';
import { clientOnly, requireVerifiedEmail } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { receivedOffer } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
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

export const bodySchema = jsonBody({
  phone: field.Phone,
  firstName: field.Name,
  lastName: field.Name,
  billingAddress: field.Address,
  shippingAddress: field.nullable(field.ShippingAddress),
  company: field.nullable(field.Company),
});

export const checkoutEndpoint = endpoint({
  deps: {
    accounts,
    checkouts,
    clock,
    rateLimiter,
    payments,
    random,
    testimonies,
    tokens,
    unitOfWork,
  },
  access: requireVerifiedEmail(clientOnly),
  resource: receivedOffer,
  body: bodySchema,
  quota: limitPerUser('checkouts'),
  response: { status: 200, data: 'ProviderPage' },
  errors: ['offer-not-payable', 'too-many-requests'],
  handle: ({ caller: { user }, subject, body, write }, deps) =>
    write({ decide: () => startCheckout(subject, user, body, deps), respond: url => ok({ url }) }, deps),
});

export const handler = lambdaHandler(checkoutEndpoint);
