/**
 * GET /api/v1/operator/experts/{id} (contract §3)
 *
 * One expert, how the approval came about, and what operators have done, the latest first.
 */
import { Refusal } from '../../lib/domain/errors.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { dossier } from '../../lib/http/profile.ts';
import { accounts, audit } from '../../lib/platform/wiring.ts';

export const showExpert = endpoint({
  access: operatorsOnly,
  async run({ request }, needs: Pick<World, 'accounts' | 'audit'>) {
    const expert = await needs.accounts.find(pathId(request));
    if (expert?.role !== 'expert') throw new Refusal('not-found');
    return ok(dossier(expert, await needs.audit.list({ kind: 'user', id: expert.id })));
  },
});

export const handler = lambda(showExpert, { accounts, audit });
