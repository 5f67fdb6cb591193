/**
 * POST /api/v1/testimonies/{id}/cancel (infra/docs/api/testimonies.md)
 *
 * Cancel a testimony. It has no accepted offer, or it is paid and overdue by more than seven days. Only the
 * testimony's owner may cancel it. Experts with an open offer, or the assigned expert, are notified by mail. A
 * payment is refunded.
 */
import { cancelOverdueTestimony } from '../../lib/domain/testimonies/overdue-cancellation.ts';
import { cancelTestimony, withCurrentTestimony } from '../../lib/domain/testimonies/testimonies.ts';
import { clientOnly, requireVerifiedEmail } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { idempotencyKey } from '../../lib/http/idempotency/idempotency.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { ownTestimony } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { createTestimonyView } from '../../lib/http/views/testimony-view.ts';
import {
  accounts,
  checkouts,
  clock,
  idempotency,
  random,
  testimonies,
  tokens,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ reason: field.nullable(field.FreeText) });

export const cancelTestimonyEndpoint = endpoint({
  deps: { accounts, checkouts, idempotency, clock, random, testimonies, tokens, unitOfWork },
  access: requireVerifiedEmail(clientOnly),
  resource: ownTestimony,
  body: bodySchema,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { user }, subject, body, write }, deps) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony =>
          testimony.acceptedOffer
            ? cancelOverdueTestimony(testimony, body.reason, deps)
            : cancelTestimony(testimony, body.reason, deps),
        ),
        respond: async testimony => ok(await createTestimonyView(testimony, user, deps)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(cancelTestimonyEndpoint);
