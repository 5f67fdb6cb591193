/**
 * POST /api/v1/operator/differences/{id}/dismiss (infra/docs/api/operators.md)
 *
 * Dismiss a difference. It is removed from the list permanently. A reason is required. Money and records stay as they
 * are.
 */
import { dismissDifference } from '../../lib/domain/payments/reconciliation.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { differenceById } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { differenceView } from '../../lib/http/views/books-view.ts';
import { books, clock, random, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ reason: field.paragraphs(2000) });

export const dismissDifferenceEndpoint = endpoint({
  deps: { books, clock, random, unitOfWork },
  access: operatorOnly,
  resource: differenceById,
  body: bodySchema,
  response: { status: 200, data: 'Difference' },
  async handle({ caller: { operator: who }, subject, body: { reason: why } }, deps) {
    return ok(differenceView(await dismissDifference(subject, { who, why }, deps)));
  },
});

export const handler = lambdaHandler(dismissDifferenceEndpoint);
