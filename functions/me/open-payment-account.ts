/**
 * POST /api/v1/me/payment-account (infra/docs/api/approval.md)
 *
 * Open the payment account. The response contains a link to the payment provider's page on which the calling expert's
 * payment account is verified or, once it is verified, the bank account for payouts is changed. If the expert has no
 * payment account yet, the request opens one. The current password is required.
 */
import { openProviderPage } from '../../lib/domain/experts/payment-account.ts';
import { expertOnly } from '../../lib/http/access/access.ts';
import { limitPerUser } from '../../lib/http/access/request-limits.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { ok } from '../../lib/http/response/response.ts';
import {
  accounts,
  alarms,
  clock,
  passwordHasher,
  random,
  rateLimiter,
  tokens,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ currentPassword: field.Secret });

export const openPaymentAccountEndpoint = endpoint({
  deps: { accounts, alarms, clock, passwordHasher, payments, random, rateLimiter, tokens, unitOfWork },
  access: expertOnly,
  body: bodySchema,
  quota: limitPerUser('payment-accounts'),
  response: { status: 200, data: 'ProviderPage' },
  errors: ['payment-accounts-unavailable'],
  async handle({ caller: { user }, body: { currentPassword } }, deps) {
    return ok({ url: await openProviderPage(user, currentPassword, deps) });
  },
});

export const handler = lambdaHandler(openPaymentAccountEndpoint);
