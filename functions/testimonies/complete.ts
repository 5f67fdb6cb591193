/**
 * POST /api/v1/testimonies/{id}/complete (spec §5.4, contract §4)
 *
 * The assigned expert delivers the finished document.
 */
import { completeTestimony } from '../../lib/domain/market/delivery.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { asExpert, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { formWithFiles } from '../../lib/http/form.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { viewFor } from '../../lib/http/testimony-view.ts';
import {
  accounts,
  clock,
  documents,
  random,
  testimonies,
  tokens,
  uploads,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'documents' | 'random' | 'testimonies' | 'uploads'>;

export const form = formWithFiles({ document: field.TestimonyDocument });

export const complete = endpoint({
  access: verified(asExpert),
  body: form,
  async run({ caller: { user }, body, request }, needs: Needs) {
    const testimony = await completeTestimony(pathId(request), user, body.document, needs);
    return ok(await viewFor(testimony, user, needs));
  },
});

export const handler = lambda(complete, {
  accounts,
  clock,
  documents,
  random,
  testimonies,
  tokens,
  uploads,
});
