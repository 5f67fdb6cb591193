/**
 * The payment provider: Stripe Connect (contract §3).
 *
 * Every call that creates something carries an idempotency key, so asking again creates nothing new.
 */
import Stripe from 'stripe';
import type { Expert } from '../domain/accounts.ts';
import type { PaymentEvent } from '../domain/payments.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Clock, Payments } from '../domain/world.ts';
import { log } from '../log.ts';
import { type Environment, required } from './environment.ts';
import type { Secrets } from './secrets.ts';

const TOLERANCE_SECONDS = 300;
const DEADLINE_MS = 8000;

export function stripePayments(environment: Environment, secrets: Secrets, clock: Clock): Payments {
  const frontendUrl = required(environment, 'FRONTEND_URL');
  let client: Stripe | undefined;

  async function stripe(): Promise<Stripe> {
    client ??= new Stripe(await secrets('stripe-secret-key'), hostOf(environment));
    return client;
  }

  return {
    async openAccount(expert: Expert) {
      const account = await call(async () =>
        (await stripe()).accounts.create(
          {
            type: 'express',
            country: 'SK',
            email: expert.email,
            business_type: 'individual',
            capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
            metadata: { expertId: expert.id },
          },
          { idempotencyKey: `account-${expert.id}` },
        ),
      );
      return account.id;
    },

    async onboardingPage(accountId) {
      const link = await call(async () =>
        (await stripe()).accountLinks.create({
          account: accountId,
          type: 'account_onboarding',
          return_url: `${frontendUrl}/payment-account/done`,
          refresh_url: `${frontendUrl}/payment-account/again`,
        }),
      );
      return link.url;
    },

    async findAccount(accountId) {
      const account = await call(async () => (await stripe()).accounts.retrieve(accountId).catch(noneOfOurs));
      return (
        account && {
          id: account.id,
          expertId: account.metadata?.expertId ?? null,
          verified: account.charges_enabled && account.payouts_enabled,
        }
      );
    },

    async readEvent(payload, signature) {
      const event = await signedEvent(payload, signature, await secrets('stripe-webhook-secrets'), clock);
      const isLive = (await secrets('stripe-secret-key')).startsWith('sk_live_');
      return event.livemode === isLive ? sorted(event) : { kind: 'foreign', id: event.id, type: event.type };
    },
  };
}

function sorted(event: Stripe.Event): PaymentEvent {
  if (event.type === 'account.updated') {
    return { kind: 'account-updated', id: event.id, type: event.type, accountId: event.data.object.id };
  }
  return { kind: 'foreign', id: event.id, type: event.type };
}

/** Checks with each secret: the platform's own events and those of connected accounts are signed differently. */
async function signedEvent(
  payload: Buffer,
  signature: string | undefined,
  webhookSecrets: string,
  clock: Clock,
): Promise<Stripe.Event> {
  const now = clock.now().getTime();
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature ?? '')?.[1]);
  if (!signature || !(Math.abs(now / 1000 - signedAt) <= TOLERANCE_SECONDS))
    throw new Refusal('bad-signature');
  for (const secret of webhookSecrets.split(',')) {
    try {
      return Stripe.webhooks.constructEvent(payload, signature, secret, TOLERANCE_SECONDS, undefined, now);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
        throw new Refusal('bad-signature');
    }
  }
  throw new Refusal('bad-signature');
}

/** What Stripe does not know, or keeps from us, is no account of ours. */
function noneOfOurs(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
  if (error instanceof Stripe.errors.StripePermissionError) return undefined;
  throw error;
}

async function call<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.error({ event: 'payment provider failed', error });
    throw new Refusal('unavailable');
  }
}

/** Stripe itself, unless `STRIPE_URL` names a stand-in. */
function hostOf(environment: Environment): Stripe.StripeConfig {
  const config: Stripe.StripeConfig = { timeout: DEADLINE_MS, maxNetworkRetries: 1, telemetry: false };
  if (!environment.STRIPE_URL) return config;
  const { protocol, hostname, port } = new URL(environment.STRIPE_URL);
  return { ...config, protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, port: Number(port) };
}
