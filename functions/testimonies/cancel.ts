/**
 * POST /api/v1/testimonies/{id}/cancel (spec §5.4, contract §4)
 *
 * The owner ends an order that nobody has been paid for. Experts who offered are told.
 */
import { cancelTestimony } from '../../lib/domain/market/orders.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { asClient, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { pathId } from '../../lib/http/path-id.ts';
import { viewFor } from '../../lib/http/testimony-view.ts';
import { accounts, clock, random, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'random' | 'testimonies'>;

export const form = json({ reason: field.nullable(field.FreeText) });

export const cancel = endpoint({
  access: verified(asClient),
  body: form,
  async run({ caller: { user }, body, request }, needs: Needs) {
    const testimony = await cancelTestimony(pathId(request), user, body.reason, needs);
    return ok(await viewFor(testimony, user, needs));
  },
});

export const handler = lambda(cancel, { accounts, clock, random, testimonies, tokens });
