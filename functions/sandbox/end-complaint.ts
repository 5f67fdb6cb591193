/**
 * POST /api/v1/sandbox/testimonies/{id}/complaint/decision (infra/docs/api/sandbox.md)
 *
 * Decide a complaint. The caller decides for the platform: the expert is paid, or the client is refunded in whole or in
 * part. This route exists in the sandbox only.
 */
import type { MoneyDependencies } from '../../lib/domain/payments/sync/payment-sync.ts';
import { type ComplaintEnd, endComplaint } from '../../lib/domain/testimonies/complaints.ts';
import { endpointHandler, jsonBody } from '../../lib/http/index.ts';
import { declareTestimonySwitch, SANDBOX_DECISION } from '../../lib/http/sandbox-switches.ts';
import { accounts, checkouts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  ...declareTestimonySwitch((testimony, end: ComplaintEnd, deps: MoneyDependencies) =>
    endComplaint(testimony, end, SANDBOX_DECISION, deps),
  ),
  deps: { ...writeServices, accounts, checkouts, payments, testimonies, tokens },
  body: jsonBody({ outcome: field.ComplaintDecision, amount: field.optional(field.Amount) }),
});
