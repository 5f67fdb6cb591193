/**
 * POST /api/v1/testimonies/{id}/complaint (infra/docs/api/testimonies.md)
 *
 * Complain about a testimony. Only the testimony's owner may complain, while the payout waits for its date or for the
 * check of the document. Both parties are notified by mail, and the payout waits until the complaint ends.
 */
import { makeComplaint } from '../../lib/domain/testimonies/complaints.ts';
import { withCurrentTestimony } from '../../lib/domain/testimonies/testimonies.ts';
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
  clock,
  idempotency,
  random,
  testimonies,
  tokens,
  unitOfWork,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ reason: field.paragraphs(2000) });

export const complainAboutTestimonyEndpoint = endpoint({
  deps: { accounts, idempotency, clock, random, testimonies, tokens, unitOfWork },
  access: requireVerifiedEmail(clientOnly),
  resource: ownTestimony,
  body: bodySchema,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { user }, subject, body, write }, deps) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony => makeComplaint(testimony, body.reason, deps)),
        respond: async testimony => ok(await createTestimonyView(testimony, user, deps)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(complainAboutTestimonyEndpoint);
