/**
 * GET /api/v1/operator/experts/{id}/documents (contract §3)
 *
 * Links to the scans of an expert's identity document, for five minutes. Opening them is audited.
 */
import { openDocuments as open } from '../../lib/domain/experts/identity-review.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { accounts, audit, clock, objectLinks, random } from '../../lib/platform/wiring.ts';

type Needs = Pick<World, 'accounts' | 'audit' | 'clock' | 'objectLinks' | 'random'>;

export const openDocuments = endpoint({
  access: operatorsOnly,
  async run({ caller: { operator }, request }, needs: Needs) {
    return ok(await open(pathId(request), operator, needs));
  },
});

export const handler = lambda(openDocuments, { accounts, audit, clock, objectLinks, random });
