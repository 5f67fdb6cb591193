/**
 * The payment provider: Stripe Connect (contract §3).
 *
 * Every call that creates something carries an idempotency key, so asking again creates nothing new.
 */
import Stripe from 'stripe';
import { Refusal } from '../domain/errors.ts';
import type { Expert } from '../domain/model/account.ts';
import type { SessionOrder } from '../domain/model/payment.ts';
import type { Payments } from '../domain/ports/market.ts';
import type { Clock } from '../domain/ports/outside.ts';
import { log } from '../log.ts';
import { type Environment, required } from './environment.ts';
import type { Secrets } from './secrets.ts';
import { classified, paidSession, signedEvent } from './stripe-events.ts';
import { withCurrentKey } from './stripe-keys.ts';

const DEADLINE_MS = 5000;

export function stripePayments(environment: Environment, secrets: Secrets, clock: Clock): Payments {
  const frontendUrl = required(environment, 'FRONTEND_URL');
  let client: Stripe | undefined;

  async function stripe(): Promise<Stripe> {
    client ??= new Stripe(await secrets('stripe-secret-key'), {
      ...hostOf(environment),
      httpClient: withCurrentKey(secrets),
    });
    return client;
  }

  return {
    get commissionPercent() {
      return Number(required(environment, 'COMMISSION_PERCENT'));
    },

    async openAccount(expert: Expert) {
      const account = await call(async () =>
        (await stripe()).accounts.create(
          {
            type: 'express',
            country: 'SK',
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
          verified: isVerified(account),
          restricted: !isVerified(account) && isRestricted(account),
        }
      );
    },

    async openSession(order) {
      const { id, url } = await call(async () =>
        (await stripe()).checkout.sessions.create(sessionOf(order, frontendUrl), {
          idempotencyKey: `checkout-${order.attempt}`,
        }),
      );
      if (!url) throw new Refusal('unavailable');
      return { id, url };
    },

    async findSession(sessionId) {
      const session = await call(async () =>
        (await stripe()).checkout.sessions.retrieve(sessionId).catch(noneOfOurs),
      );
      return session && paidSession(session);
    },

    async refund({ id, destination, commission }, paymentId, attempt) {
      const { checkout, refunds } = await stripe();
      const payment =
        paymentId ?? paidSession(await checkout.sessions.retrieve(id, undefined, ONCE)).paymentId;
      if (!payment) throw new Error('The session to refund has no payment.');
      const params = {
        payment_intent: payment,
        ...(destination && { reverse_transfer: true }),
        ...(destination && commission > 0 && { refund_application_fee: true }),
      };
      const options = { idempotencyKey: `refund-${id}-${attempt}`, ...ONCE };
      const refund = await refunds.create(params, options).catch(unlessRefunded);
      if (refund && !UNDER_WAY.has(genuine(refund).status)) throw new Error('The refund was not made.');
    },

    async readEvent(payload, signature) {
      const event = await signedEvent(payload, signature, await secrets('stripe-webhook-secrets'), clock);
      const isLive = LIVE.test(await secrets('stripe-secret-key'));
      return (event.livemode ?? false) === isLive
        ? classified(event)
        : { kind: 'ignored', id: event.id, type: event.type };
    },
  };
}

const isVerified = ({ charges_enabled, payouts_enabled }: Stripe.Account) =>
  charges_enabled && payouts_enabled;

/** What Stripe is still looking at is no refusal. */
const isRestricted = ({ details_submitted, requirements }: Stripe.Account) =>
  details_submitted && requirements?.disabled_reason !== 'requirements.pending_verification';

/** Stripe names the session itself in the address that it returns to. */
function sessionOf(
  { offer, commission, email, destination }: SessionOrder,
  frontendUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const { id: offerId, testimonyId, clientId, price } = offer;
  return {
    mode: 'payment',
    locale: 'sk',
    customer_email: email,
    client_reference_id: clientId,
    metadata: { offerId, testimonyId },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: price, product_data: { name: 'Znalecký posudok' } },
      },
    ],
    ...(destination && {
      payment_intent_data: {
        transfer_data: { destination },
        ...(commission > 0 && { application_fee_amount: commission }),
      },
    }),
    success_url: `${frontendUrl}/payment/success?sessionId={CHECKOUT_SESSION_ID}`,
    cancel_url: `${frontendUrl}/testimonies/${testimonyId}`,
  };
}

/** A job is tried again as a whole. */
const ONCE: Stripe.RequestOptions = { maxNetworkRetries: 0 };

/** Keys of the live mode, restricted ones too. */
const LIVE = /^[sr]k_live_/;

/** What a refund may be after it was asked for, so that the money is on its way. */
const UNDER_WAY: ReadonlySet<string | null> = new Set(['pending', 'requires_action', 'succeeded']);

function unlessRefunded(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded')
    return undefined;
  throw error;
}

/** What Stripe does not know, or keeps from us, is no account of ours. */
function noneOfOurs(error: unknown): undefined {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
  if (error instanceof Stripe.errors.StripePermissionError) return undefined;
  throw error;
}

/** Its library takes every JSON object without an error for a success, whoever on the way has sent it. */
function genuine<T extends { readonly object: string }>(answer: T): T {
  if (typeof answer.object !== 'string') throw new Error('Somebody else answered for the payment provider.');
  return answer;
}

async function call<T extends { readonly object: string } | undefined>(work: () => Promise<T>): Promise<T> {
  try {
    const answer = await work();
    return answer && genuine(answer);
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
