/**
 * POST /api/v1/testimonies/offers/accept (spec §5.4, contract §4)
 *
 * The browser comes back from the provider's page. What the webhook has done already is done.
 */
import { acceptPaid } from '../../lib/domain/market/settlement.ts';
import { asClient, verified } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { accounts, checkouts, clock, random, testimonies, tokens } from '../../lib/platform/wiring.ts';
import { payments } from '../../lib/platform/wiring-payments.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({ sessionId: field.SessionId });

export const accept = endpoint({
  needs: { accounts, checkouts, clock, payments, random, testimonies, tokens },
  access: verified(asClient),
  body: form,
  response: { status: 204 },
  refuses: ['not-owner', 'wrong-state'],
  async run({ caller: { user }, body }, needs) {
    await acceptPaid(body.sessionId, user, needs);
    return noContent();
  },
});

export const handler = lambda(accept);
