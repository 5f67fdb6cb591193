/**
 * POST /api/v1/testimonies/offers/{offerId}/checkout (spec §5.4, contract §4)
 *
 * The provider's page where the owner pays for an offer. Every call opens a page of its own.
 */
import { startCheckout } from '../../lib/domain/market/checkout.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { asClient, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import {
  accounts,
  checkouts,
  clock,
  payments,
  random,
  testimonies,
  tokens,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

type Needs = Pick<World, 'accounts' | 'checkouts' | 'clock' | 'payments' | 'random' | 'testimonies'>;

export const form = json({
  phone: field.Phone,
  firstName: field.Name,
  lastName: field.Name,
  billingAddress: field.Address,
  shippingAddress: field.nullable(field.ShippingAddress),
  company: field.nullable(field.Company),
});

export const checkout = endpoint({
  access: verified(asClient),
  body: form,
  async run({ caller: { user }, body, request }, needs: Needs) {
    return ok({ url: await startCheckout(pathId(request, 'offerId'), user, body, needs) });
  },
});

export const handler = lambda(checkout, {
  accounts,
  checkouts,
  clock,
  payments,
  random,
  testimonies,
  tokens,
});
