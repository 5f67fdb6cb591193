/**
 * POST /api/v1/operator/testimonies/{id}/cancel (contract §3, §4)
 *
 * Ends an order that was paid, for a reason: the client is refunded, both are told.
 */
import { cancelAccepted } from '../../lib/domain/market/cancellation.ts';
import { testimonyById } from '../../lib/http/about.ts';
import { operatorsOnly } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { overseen } from '../../lib/http/oversight.ts';
import { clock, random, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({ reason: field.paragraphs(2000) });

export const cancelTestimony = endpoint({
  needs: { clock, random, testimonies },
  access: operatorsOnly,
  about: testimonyById,
  body: form,
  response: { status: 200, data: 'OverseenTestimony' },
  refuses: ['wrong-state'],
  async run({ caller: { operator }, subject, body }, needs) {
    return ok(overseen(await cancelAccepted(subject, { who: operator, why: body.reason }, needs)));
  },
});

export const handler = lambda(cancelTestimony);
