/**
 * GET /api/v1/testimonies/{id} (infra/docs/api/testimonies.md)
 *
 * Show a testimony. It is visible to its owner, to the assigned expert, and to experts who may make or have made an
 * offer for it.
 */

import { signedInOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { visibleTestimony } from '../../lib/http/request/resource.ts';
import { ok } from '../../lib/http/response/response.ts';
import { createTestimonyView } from '../../lib/http/views/testimony-view.ts';
import { accounts, clock, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const showTestimonyEndpoint = endpoint({
  deps: { accounts, clock, testimonies, tokens },
  access: signedInOnly,
  resource: visibleTestimony,
  response: { status: 200, data: 'Testimony' },
  async handle({ caller: { user }, subject }, deps) {
    return ok(await createTestimonyView(subject, user, deps));
  },
});

export const handler = lambdaHandler(showTestimonyEndpoint);
