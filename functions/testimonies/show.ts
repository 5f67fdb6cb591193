/**
 * GET /api/v1/testimonies/{id} (infra/docs/api/testimonies.md)
 *
 * Returns a testimony. It is visible to its owner, to the assigned expert, and to experts who may make or have made
 * an offer for it.
 */
import { visibleTestimony } from '../../lib/http/about.ts';
import { signedIn } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { viewFor } from '../../lib/http/testimony-view.ts';
import { accounts, testimonies, tokens } from '../../lib/platform/wiring.ts';

export const show = endpoint({
  deps: { accounts, testimonies, tokens },
  access: signedIn,
  resource: visibleTestimony,
  response: { status: 200, data: 'Testimony' },
  async handle({ caller: { user }, subject }, deps) {
    return ok(await viewFor(subject, user, deps));
  },
});

export const handler = lambdaHandler(show);
