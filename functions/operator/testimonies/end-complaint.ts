/**
 * POST /api/v1/operator/testimonies/{id}/end-complaint (infra/docs/api/operators.md)
 *
 * End a complaint. The expert is paid, or the client is refunded in whole or in part. Both parties receive the reason
 * by mail. With `dryRun`, nothing changes.
 */
import { endComplaint } from '../../../lib/domain/testimonies/complaints.ts';
import { withCurrentTestimony } from '../../../lib/domain/testimonies/testimonies.ts';
import {
  endpointHandler,
  idempotencyKey,
  jsonBody,
  operatorOnly,
  testimonyById,
} from '../../../lib/http/index.ts';
import { dryRunQuery, respondWithEntries } from '../../../lib/http/operator-decisions.ts';
import { checkouts, operatorServices, testimonies } from '../../../lib/platform/wiring.ts';
import { payments } from '../../../lib/platform/wiring-payments.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, checkouts, payments, testimonies },
  access: operatorOnly,
  resource: testimonyById,
  body: jsonBody({
    outcome: field.ComplaintDecision,
    amount: field.optional(field.Amount),
    reason: field.paragraphs(2000),
  }),
  query: dryRunQuery,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'MoneyDecision' },
  errors: ['wrong-state'],
  handle: ({ caller: { operator: who }, subject, body, query: { dryRun }, write }, deps) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony =>
          endComplaint(testimony, body, { who, why: body.reason }, deps),
        ),
        respond: respondWithEntries,
        isDryRun: dryRun,
      },
      deps,
    ),
});
