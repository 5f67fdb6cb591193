/**
 * POST /api/v1/operator/differences/{id}/dismiss (infra/docs/api/operators.md)
 *
 * Dismiss a difference. It is removed from the list permanently. A reason is required. Money and records stay as they
 * are.
 */
import { dismissDifference } from '../../lib/domain/payments/reconciliation.ts';
import { differenceById, endpointHandler, jsonBody, ok, operatorOnly } from '../../lib/http/index.ts';
import { differenceView } from '../../lib/http/views/books-view.ts';
import { books, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...writeServices, books },
  access: operatorOnly,
  resource: differenceById,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  response: { status: 200, data: 'Difference' },
  async handle({ caller: { operator: who }, subject, body: { reason: why } }, deps) {
    return ok(differenceView(await dismissDifference(subject, { who, why }, deps)));
  },
});
