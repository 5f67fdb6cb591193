/**
 * POST /api/v1/webhooks/stripe (contract §3)
 *
 * What the payment provider tells us. The signature covers the raw body, so nothing parses it first.
 */
import { handleEvent } from '../../lib/domain/market/provider-events.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { anyone } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { log } from '../../lib/log.ts';
import { accounts, checkouts, clock, payments, random, testimonies } from '../../lib/platform/wiring.ts';

type Needs = Pick<World, 'accounts' | 'checkouts' | 'clock' | 'payments' | 'random' | 'testimonies'>;

export const stripe = endpoint({
  access: anyone,
  async run({ request }, needs: Needs) {
    const event = await needs.payments.readEvent(request.body, request.headers['stripe-signature']);
    const outcome = await handleEvent(event, needs);
    log.info({ event: `webhook ${outcome}`, detail: event.type });
    return noContent();
  },
});

export const handler = lambda(stripe, { accounts, checkouts, clock, payments, random, testimonies });
