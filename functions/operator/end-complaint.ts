/**
 * POST /api/v1/operator/testimonies/{id}/end-complaint (infra/docs/api/operators.md)
 *
 * Ends the complaint about a testimony. The expert is paid. Both parties receive the reason by mail.
 */
import { payOutDespiteComplaint } from '../../lib/domain/testimonies/complaints.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { testimonyById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { operatorTestimonyView } from '../../lib/http/views/operator-view.ts';
import { clock, random, testimonies, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const body = jsonBody({ outcome: field.ComplaintDecision, reason: field.paragraphs(2000) });

export const endComplaintAsOperatorEndpoint = endpoint({
  deps: { clock, random, testimonies, unitOfWork },
  access: operatorOnly,
  resource: testimonyById,
  body,
  response: { status: 200, data: 'OperatorTestimony' },
  errors: ['wrong-state'],
  async handle({ caller: { operator }, subject, body }, deps) {
    const decision = { who: operator, why: body.reason };
    return ok(operatorTestimonyView(await payOutDespiteComplaint(subject, decision, deps)));
  },
});

export const handler = lambdaHandler(endComplaintAsOperatorEndpoint);
