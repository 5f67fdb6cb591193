/**
 * GET /api/v1/operator/experts/{id} (infra/docs/api/operators.md)
 *
 * Show an expert. The response contains the grounds of the approval and the audit entries, newest entry first.
 */
import { endpointHandler, expertById, ok, operatorOnly } from '../../../lib/http/index.ts';
import { createExpertReviewFileView } from '../../../lib/http/views/user-view.ts';
import { accounts, audit } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { accounts, audit },
  access: operatorOnly,
  resource: expertById,
  response: { status: 200, data: 'ExpertReviewFile' },
  async handle({ subject: expert }, deps) {
    return ok(createExpertReviewFileView(expert, await deps.audit.list(expert.id)));
  },
});
