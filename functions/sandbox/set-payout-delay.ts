/**
 * POST /api/v1/sandbox/testimonies/{id}/payout-delay (infra/docs/api/sandbox.md)
 *
 * Set the payout delay. It is the number of days between delivery and payout of one testimony, before or after its
 * delivery. This route exists in the sandbox only.
 */
import { setPayoutDelay } from '../../lib/domain/testimonies/payout-delay.ts';
import { withCurrentTestimony } from '../../lib/domain/testimonies/testimonies.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { jsonBody } from '../../lib/http/request/json-body.ts';
import { ownOrAssignedTestimony } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { createTestimonyView } from '../../lib/http/views/testimony-view.ts';
import { accounts, clock, random, testimonies, tokens, unitOfWork } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const bodySchema = jsonBody({ days: field.PayoutDelayDays });

export const setPayoutDelayEndpoint = endpoint({
  deps: { accounts, clock, random, testimonies, tokens, unitOfWork },
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  body: bodySchema,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { user }, subject, body: { days }, write }, deps) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony => setPayoutDelay(testimony, days, deps)),
        respond: async testimony => ok(await createTestimonyView(testimony, user, deps)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(setPayoutDelayEndpoint);
