/**
 * POST /api/v1/testimonies/{id}/cancel (spec §5.4, contract §4)
 *
 * The owner ends an order that nobody has been paid for. Experts who offered are told.
 */
import { cancelTestimony } from '../../lib/domain/market/orders.ts';
import { ownTestimony } from '../../lib/http/about.ts';
import { asClient, verified } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { byKey } from '../../lib/http/idempotency.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { viewFor } from '../../lib/http/testimony-view.ts';
import { accounts, answers, clock, random, testimonies, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({ reason: field.nullable(field.FreeText) });

export const cancel = endpoint({
  needs: { accounts, answers, clock, random, testimonies, tokens },
  access: verified(asClient),
  about: ownTestimony,
  body: form,
  idempotent: byKey,
  response: { status: 200, data: 'Testimony' },
  refuses: ['wrong-state'],
  async run({ caller: { user }, subject, body, once }, needs) {
    return once(
      keep => cancelTestimony(subject, body.reason, needs, keep),
      async testimony => ok(await viewFor(testimony, user, needs)),
    );
  },
});

export const handler = lambda(cancel);
