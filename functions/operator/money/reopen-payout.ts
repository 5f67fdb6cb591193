/**
 * POST /api/v1/operator/testimonies/{id}/reopen-payout (infra/docs/api/operators.md#money)
 *
 * Reopen a payout. It was ended or got too little; the rest is sent. With `dryRun`, nothing changes.
 */
import { reopenPayout } from '../../../lib/domain/payments/payouts/payout-decisions.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  ok,
  operatorOnly,
  query,
  testimonyById,
} from '../../../lib/http/index.ts';
import { moneyDecisionView } from '../../../lib/http/views/operator-view.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  body: jsonBody({ reason: field.paragraphs(2000) }),
  query: query({ dryRun: field.optional(field.Flag, false) }),
  idempotent: idempotencyKey,
  response: { status: 200, data: 'MoneyDecision' },
  errors: ['wrong-state'],
  handle: ({ caller: { operator: who }, subject: { id }, body, query: { dryRun }, write }, deps) =>
    write(
      {
        decide: () => reopenPayout(id, { who, why: body.reason }, deps),
        respond: (testimony, changes) => ok(moneyDecisionView(testimony, changes)),
        isDryRun: dryRun,
      },
      deps,
    ),
});
