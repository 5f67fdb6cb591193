/**
 * GET /api/v1/operator/experts/{id} (infra/docs/api/operators.md)
 *
 * Returns an expert with the reasons of the approval and the audit entries, newest first.
 */
import { expertById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { expertDossierView } from '../../lib/http/profile.ts';
import { accounts, audit } from '../../lib/platform/wiring.ts';

export const showExpert = endpoint({
  deps: { accounts, audit },
  access: operatorsOnly,
  resource: expertById,
  response: { status: 200, data: 'Dossier' },
  async handle({ subject: expert }, deps) {
    return ok(expertDossierView(expert, await deps.audit.list({ kind: 'user', id: expert.id })));
  },
});

export const handler = lambdaHandler(showExpert);
