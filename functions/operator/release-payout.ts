/**
 * POST /api/v1/operator/testimonies/{id}/release-payout (infra/docs/api/operators.md#money)
 *
 * Release a payout. It waits because of its expert, its document or its date.
 */
import { releasePayout } from '../../lib/domain/payments/payout-decisions.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { testimonyById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { operatorTestimonyView } from '../../lib/http/views/operator-view.ts';
import { checkouts, clock, random, testimonies, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ reason: field.paragraphs(2000) });

export const releasePayoutEndpoint = endpoint({
  deps: { checkouts, clock, random, testimonies, unitOfWork },
  access: operatorOnly,
  resource: testimonyById,
  body: bodySchema,
  response: { status: 200, data: 'OperatorTestimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { operator: who }, subject: { id }, body, write }, deps) =>
    write(
      {
        decide: () => releasePayout(id, { who, why: body.reason }, deps),
        respond: testimony => ok(operatorTestimonyView(testimony)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(releasePayoutEndpoint);
