/** Stripe Checkout sessions for the payment of offers (infra/docs/api/payments.md#checkout). */
import type Stripe from 'stripe';
import { DomainError } from '../../domain/errors.ts';
import type { ProviderSession, SessionInput } from '../../domain/model/payments/checkout-session.ts';
import { RISK_LEVELS, type RiskLevel } from '../../domain/model/payments/payment.ts';
import { getTestimonyNumber } from '../../domain/model/testimonies/testimony.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import { formatDays } from '../../texts/slovak-formats.ts';
import {
  callStripe,
  callStripeInJob,
  type GetStripeClient,
  ignoreUnknownResource,
  SINGLE_ATTEMPT,
} from './client.ts';

type SessionMethods = Pick<Payments, 'openSession' | 'findSession' | 'closeSession'>;

export function stripeSessions(getStripe: GetStripeClient, frontendUrl: string): SessionMethods {
  return {
    async openSession(input) {
      const { id, url } = await callStripe(async () =>
        (await getStripe()).checkout.sessions.create(createSessionParameters(input, frontendUrl), {
          idempotencyKey: `checkout-${input.attempt}`,
        }),
      );
      if (!url) throw new DomainError('unavailable');
      return { id, url };
    },

    async findSession(sessionId) {
      const session = await callStripe(async () =>
        (await getStripe()).checkout.sessions.retrieve(sessionId, EXPANDED).catch(ignoreUnknownResource),
      );
      return session && toProviderSession(session);
    },

    async closeSession(sessionId) {
      const { checkout } = await getStripe();
      const expired = await callStripeInJob(() =>
        checkout.sessions.expire(sessionId, undefined, SINGLE_ATTEMPT).catch(ignoreUnknownResource),
      );
      return expired !== undefined;
    },
  };
}

/** Includes the latest charge in the session, because its outcome contains the risk level. */
const EXPANDED: Stripe.Checkout.SessionRetrieveParams = { expand: ['payment_intent.latest_charge'] };

function toProviderSession(session: Stripe.Checkout.Session): ProviderSession {
  const status = readStatus(session);
  return {
    id: session.id,
    status,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    clientReferenceId: session.client_reference_id,
    offerId: session.metadata?.offerId ?? null,
    paymentId: status === 'paid' ? getReferencedId(session.payment_intent) : null,
    riskLevel: readRiskLevel(session),
  };
}

function readRiskLevel({ payment_intent }: Stripe.Checkout.Session): RiskLevel {
  const charge = typeof payment_intent === 'object' ? payment_intent?.latest_charge : null;
  const level = typeof charge === 'object' ? charge?.outcome?.risk_level : undefined;
  return RISK_LEVELS.find(known => known === level) ?? 'unknown';
}

function readStatus({ status, payment_status }: Stripe.Checkout.Session): ProviderSession['status'] {
  if (status !== 'complete') return status === 'expired' ? 'expired' : 'open';
  return payment_status === 'unpaid' ? 'unpaid' : 'paid';
}

/** Text that the checkout page shows next to its button. */
const ESCROW_NOTE =
  'Peniaze držíme u nás, kým znalec posudok neodovzdá. Ak bude meškať viac ako sedem dní, môžete ho zrušiť a celú platbu vám vrátime.';

/**
 * Builds the parameters of a checkout session. The charge goes to the platform, which transfers the expert's share when
 * the work is delivered. Only cards are allowed, so that the outcome of the payment is known when the browser returns.
 * Stripe inserts the session id into the success URL.
 */
function createSessionParameters(
  { offer, email, expiresAt, ...input }: SessionInput,
  ownFrontendUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const { id: offerId, testimonyId, clientId, price } = offer;
  const frontendUrl = input.frontendUrl ?? ownFrontendUrl;
  const metadata = { offerId, testimonyId };
  return {
    mode: 'payment',
    locale: 'sk',
    allowed_payment_method_types: ['card'],
    customer_email: email,
    client_reference_id: clientId,
    expires_at: Math.ceil(expiresAt.getTime() / 1000),
    metadata,
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: price, product_data: createProductData(offer) },
      },
    ],
    custom_text: { submit: { message: ESCROW_NOTE } },
    // With another currency, a buyer abroad would get a different amount back than was paid.
    adaptive_pricing: { enabled: false },
    payment_intent_data: {
      transfer_group: testimonyId,
      metadata,
      receipt_email: email,
      statement_descriptor_suffix: createStatementSuffix(testimonyId),
    },
    success_url: `${frontendUrl}/payment/success?sessionId={CHECKOUT_SESSION_ID}`,
    cancel_url: `${frontendUrl}/testimonies/${testimonyId}`,
  };
}

/**
 * Returns the text that follows the platform's name on the buyer's card statement: `P-` and the testimony's number.
 * Stripe allows 22 characters including the platform's prefix of up to 10 and a separator of 2, and requires a letter.
 * The letter is in `P-`, because a number may consist of digits only (infra/docs/deployment.md).
 */
const createStatementSuffix = (testimonyId: string): string => `P-${getTestimonyNumber(testimonyId)}`;

/** Builds the product that the buyer sees on the checkout page and on Stripe's receipt. */
function createProductData({ testimonyId, expert, daysToComplete }: SessionInput['offer']) {
  const expertDescription = `Znalec ${expert.firstName} ${expert.lastName}, čas na vypracovanie ${formatDays(daysToComplete)}`;
  return {
    name: 'Znalecký posudok',
    description: `${expertDescription}, číslo posudku ${getTestimonyNumber(testimonyId)}`,
  };
}

/** Returns the id of an object that Stripe sends either as an id or expanded. */
export function getReferencedId(
  reference: string | { readonly id: string } | null | undefined,
): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
