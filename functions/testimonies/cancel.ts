/**
 * POST /api/v1/testimonies/{id}/cancel (infra/docs/api/testimonies.md)
 *
 * Cancels a testimony before an offer is accepted. Only its owner may cancel it. Experts with an open offer are
 * notified by mail.
 */
import { cancelTestimony } from '../../lib/domain/market/testimonies.ts';
import { ownTestimony } from '../../lib/http/about.ts';
import { asClient, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency.ts';
import { jsonBody } from '../../lib/http/json-body.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { viewFor } from '../../lib/http/testimony-view.ts';
import { accounts, clock, idempotency, random, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = jsonBody({ reason: field.nullable(field.FreeText) });

export const cancel = endpoint({
  deps: { accounts, idempotency, clock, random, testimonies, tokens },
  access: verified(asClient),
  resource: ownTestimony,
  body: form,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  async handle({ caller: { user }, subject, body, once }, deps) {
    return once(
      keep => cancelTestimony(subject, body.reason, deps, keep),
      async testimony => ok(await viewFor(testimony, user, deps)),
    );
  },
});

export const handler = lambdaHandler(cancel);
