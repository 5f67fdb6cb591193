/**
 * POST /api/v1/sandbox/testimonies/{id}/overdue (infra/docs/api/sandbox.md)
 *
 * Make a testimony overdue. An accepted testimony becomes due now or some days ago, so that the overdue mails are
 * sent. A testimony that is already overdue by as many days does not change. This route exists in the sandbox only.
 */
import { makeOverdue } from '../../lib/domain/testimonies/due-dates.ts';
import { endpointHandler, jsonBody } from '../../lib/http/index.ts';
import { declareTestimonySwitch } from '../../lib/http/sandbox-switches.ts';
import { accounts, testimonies, tokens, writeServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  ...declareTestimonySwitch(makeOverdue),
  deps: { ...writeServices, accounts, testimonies, tokens },
  body: jsonBody({ days: field.optional(field.OverdueDays, 0) }),
});
