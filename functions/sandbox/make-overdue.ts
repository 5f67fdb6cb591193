/**
 * POST /api/v1/sandbox/testimonies/{id}/overdue (infra/docs/api/sandbox.md)
 *
 * Makes an accepted testimony due now, so that the overdue mails are sent. A testimony that is already overdue does not
 * change. This route exists in the sandbox only.
 */
import { makeOverdue } from '../../lib/domain/testimonies/due-dates.ts';
import { withCurrentTestimony } from '../../lib/domain/testimonies/testimonies.ts';
import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { ownOrAssignedTestimony } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { createTestimonyView } from '../../lib/http/views/testimony-view.ts';
import { accounts, clock, random, testimonies, tokens, unitOfWork } from '../../lib/platform/wiring.ts';

export const makeOverdueEndpoint = endpoint({
  deps: { accounts, clock, random, testimonies, tokens, unitOfWork },
  access: signedInOnly,
  resource: ownOrAssignedTestimony,
  response: { status: 200, data: 'Testimony' },
  errors: ['wrong-state'],
  handle: ({ caller: { user }, subject, write }, deps) =>
    write(
      {
        decide: withCurrentTestimony(subject, deps, testimony => makeOverdue(testimony, deps)),
        respond: async testimony => ok(await createTestimonyView(testimony, user, deps)),
      },
      deps,
    ),
});

export const handler = lambdaHandler(makeOverdueEndpoint);
