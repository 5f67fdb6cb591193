/**
 * POST /api/v1/operator/users/{id}/release-phone (infra/docs/api/operators.md)
 *
 * Removes a phone number from an account that does not own it. A reason is required. The account continues without
 * a phone number.
 */
import { releasePhone as release } from '../../lib/domain/accounts/release-phone.ts';
import { userById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { userView } from '../../lib/http/profile.ts';
import { accounts, clock, random } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody({ reason: field.paragraphs(2000) });

export const releasePhone = endpoint({
  deps: { accounts, clock, random },
  access: operatorsOnly,
  resource: userById,
  body: form,
  response: { status: 200, data: 'User' },
  async handle({ caller: { operator }, subject, body }, deps) {
    return ok(userView(await release(subject, { who: operator, why: body.reason }, deps)));
  },
});

export const handler = lambdaHandler(releasePhone);
