/**
 * POST /api/v1/webhooks/stripe (infra/docs/api/payments.md)
 *
 * Receive an event of the payment provider. The signature covers the raw body, so the body is not parsed before the
 * signature is checked.
 */
import { handleProviderEvent } from '../../lib/domain/payments/provider-events.ts';
import { anyone, countFailures, endpointHandler, noContent } from '../../lib/http/index.ts';
import { log } from '../../lib/log.ts';
import {
  accounts,
  checkouts,
  failureLimiter,
  payoutLimits,
  testimonies,
  writeServices,
} from '../../lib/platform/wiring.ts';
import { paymentEvents, payments } from '../../lib/platform/wiring-payments.ts';

export const handler = endpointHandler({
  deps: {
    ...writeServices,
    accounts,
    checkouts,
    paymentEvents,
    payments,
    payoutLimits,
    failureLimiter,
    testimonies,
  },
  access: anyone,
  headers: { 'Stripe-Signature': 'required' },
  response: { status: 204 },
  errors: ['bad-signature', 'bad-event', 'too-many-requests'],
  async handle({ request }, deps) {
    const event = await countFailures(request, deps, () =>
      deps.paymentEvents.read(request.body, request.headers['stripe-signature']),
    );
    const outcome = await handleProviderEvent(event, deps);
    const level = outcome === 'mismatch' ? 'warn' : 'info';
    log[level]({ event: `webhook.${outcome}`, detail: event.type });
    return noContent();
  },
});
