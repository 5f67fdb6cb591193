/**
 * The payment provider: Stripe Connect (contract §3, §4).
 *
 * Every call that creates something carries an idempotency key, so asking again creates nothing new.
 */
import type { Payments } from '../domain/ports/market.ts';
import type { Clock } from '../domain/ports/outside.ts';
import { type Environment, required } from './environment.ts';
import type { Secrets } from './secrets.ts';
import { stripeAccounts } from './stripe-accounts.ts';
import { stripeClient } from './stripe-client.ts';
import { classified, signedEvent } from './stripe-events.ts';
import { stripeMoney } from './stripe-money.ts';
import { stripeSessions } from './stripe-sessions.ts';

export function stripePayments(environment: Environment, secrets: Secrets, clock: Clock): Payments {
  const frontendUrl = required(environment, 'FRONTEND_URL');
  const stripe = stripeClient(environment, secrets);

  return {
    get commissionPercent() {
      return Number(required(environment, 'COMMISSION_PERCENT'));
    },

    ...stripeAccounts(stripe, frontendUrl),
    ...stripeSessions(stripe, frontendUrl),
    ...stripeMoney(stripe),

    async readEvent(payload, signature) {
      const event = await signedEvent(payload, signature, await secrets('stripe-webhook-secrets'), clock);
      const isLive = LIVE.test(await secrets('stripe-secret-key'));
      return (event.livemode ?? false) === isLive
        ? classified(event)
        : { kind: 'ignored', id: event.id, type: event.type };
    },
  };
}

/** Keys of the live mode, restricted ones too. */
const LIVE = /^[sr]k_live_/;
