/**
 * POST /api/v1/operator/differences/{id}/dismiss (infra/docs/api/operators.md)
 *
 * Dismiss a difference. It is removed from the list permanently. A reason is required. Money and records stay as they
 * are.
 */
import { dismissDifference } from '../../../lib/domain/payments/differences.ts';
import { withCurrent } from '../../../lib/domain/unit-of-work.ts';
import {
  differenceById,
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ok,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createDifferenceView } from '../../../lib/http/views/books-view.ts';
import { books, operatorServices } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, books },
  access: operatorOnly,
  resource: differenceById,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'Difference' },
  handle({ caller: { operator: who }, subject, body: { reason: why }, write }, deps) {
    const find = () => deps.books.findDifference(subject.id);
    const decide = withCurrent(subject, find, current => dismissDifference(current, { who, why }, deps));
    return write({ decide, respond: difference => ok(createDifferenceView(difference)) }, deps);
  },
});
