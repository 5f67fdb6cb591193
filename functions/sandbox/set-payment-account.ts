/**
 * POST /api/v1/sandbox/me/payment-account (contract §3)
 *
 * The caller's payment account is verified or restricted, until the provider next reports. Deployed in the sandbox only.
 */
import { pretendAccount } from '../../lib/domain/experts/approval.ts';
import { asExpert } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { profile } from '../../lib/http/profile.ts';
import { accounts, clock, random, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({ state: field.PretendedAccount });

export const setPaymentAccount = endpoint({
  needs: { accounts, clock, random, tokens },
  access: asExpert,
  body: form,
  response: { status: 200, data: 'Expert' },
  async run({ caller: { user }, body: { state } }, needs) {
    return ok(profile(await pretendAccount(user.id, state, needs)));
  },
});

export const handler = lambda(setPaymentAccount);
