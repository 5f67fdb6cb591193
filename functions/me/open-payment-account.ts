/**
 * POST /api/v1/me/payment-account (infra/docs/api/approval.md)
 *
 * Returns a link to the payment provider's page on which the calling expert's payment account is verified. If the
 * expert has no payment account yet, the request opens one.
 */
import { startOnboarding } from '../../lib/domain/experts/payment-account.ts';
import { expertOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ok } from '../../lib/http/response/response.ts';
import { accounts, clock, random, tokens, unitOfWork } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';

export const openPaymentAccountEndpoint = endpoint({
  deps: { accounts, clock, payments, random, tokens, unitOfWork },
  access: expertOnly,
  response: { status: 200, data: 'ProviderPage' },
  async handle({ caller: { user } }, deps) {
    return ok({ url: await startOnboarding(user, deps) });
  },
});

export const handler = lambdaHandler(openPaymentAccountEndpoint);
