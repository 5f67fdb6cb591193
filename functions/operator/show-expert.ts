/**
 * GET /api/v1/operator/experts/{id} (contract §3)
 *
 * One expert, how the approval came about, and what operators have done, the latest first.
 */
import { expertById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { dossier } from '../../lib/http/profile.ts';
import { accounts, audit } from '../../lib/platform/wiring.ts';

export const showExpert = endpoint({
  needs: { accounts, audit },
  access: operatorsOnly,
  about: expertById,
  response: { status: 200, data: 'Dossier' },
  async run({ subject: expert }, needs) {
    return ok(dossier(expert, await needs.audit.list({ kind: 'user', id: expert.id })));
  },
});

export const handler = lambda(showExpert);
