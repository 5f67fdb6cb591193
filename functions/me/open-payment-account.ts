/**
 * POST /api/v1/me/payment-account (infra/docs/api/approval.md)
 *
 * Open the payment account. The response contains a link to the payment provider's page on which the calling expert's
 * payment account is verified or, once it is verified, the bank account for payouts is changed. If the expert has no
 * payment account yet, the request opens one. The current password is required.
 */
import { openProviderPage } from '../../lib/domain/experts/payment-account.ts';
import { endpointHandler, expertOnly, jsonBody, limitPerUser, ok } from '../../lib/http/index.ts';
import { alarms, partners, passwordServices } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...passwordServices, alarms, partners, payments },
  access: expertOnly,
  body: jsonBody(field.passwordProof),
  quota: limitPerUser('payment-accounts'),
  response: { status: 200, data: 'ProviderPage' },
  errors: ['payment-accounts-unavailable'],
  async handle({ caller: { user }, body }, deps) {
    return ok({ url: await openProviderPage(user, body, deps) });
  },
});
