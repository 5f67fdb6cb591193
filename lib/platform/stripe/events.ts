/** Verification and classification of Stripe's events (infra/docs/api/payments.md#events-of-the-provider). */
import Stripe from 'stripe';
import { DomainError } from '../../domain/errors.ts';
import type { PaymentEvent } from '../../domain/model/payments/payment.ts';
import type { PaymentEvents } from '../../domain/ports/payments.ts';
import type { Clock } from '../../domain/ports/services.ts';
import { emitMetrics } from '../../metrics.ts';
import type { Secrets } from '../aws/secrets/secrets.ts';
import { isLiveKey } from '../live-key.ts';
import { getReferencedId } from './sessions.ts';

const TOLERANCE_SECONDS = 300;

/**
 * Creates the reader of Stripe's events. It is separate from the payments, so that functions that receive no events
 * leave it out of their bundles.
 */
export function stripeEvents(secrets: Secrets, clock: Clock): PaymentEvents {
  return {
    async read(payload, signature) {
      const event = await verifyEvent(payload, signature, await secrets('stripe-webhook-secrets'), clock);
      const isLive = isLiveKey(await secrets('stripe-secret-key'));
      return (event.livemode ?? false) === isLive
        ? classifyEvent(event)
        : { kind: 'ignored', id: event.id, type: event.type };
    },
  };
}

/**
 * Classifies an event. An event about payments that has an `account` is ignored: it concerns a connected account, and
 * payments of this service belong to the platform's own account.
 */
function classifyEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  const isOwn = isAboutPlatform(event) ? !event.account : isAboutAccount(event);
  const paymentEvent = isOwn && isStripeObject(event.data?.object) ? toPaymentEvent(event) : undefined;
  return { ...(paymentEvent ?? { kind: 'ignored' }), id, type };
}

type WithoutId<Event> = Event extends unknown ? Omit<Event, 'id' | 'type'> : never;

function toPaymentEvent(event: Stripe.Event): WithoutId<PaymentEvent> | undefined {
  switch (event.type) {
    case 'account.updated':
      return { kind: 'account-updated', accountId: event.data.object.id };
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return { kind: 'session-completed', sessionId: event.data.object.id };
    case 'checkout.session.expired':
      return { kind: 'session-ended', sessionId: event.data.object.id };
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refunded': {
      const paymentId = getReferencedId(event.data.object.payment_intent);
      return paymentId === null ? undefined : { kind: 'refunds-changed', paymentId };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { kind: 'dispute-changed', disputeId: event.data.object.id };
    case 'transfer.reversed':
      return { kind: 'payout-reversed', transferId: event.data.object.id };
    default:
      return undefined;
  }
}

/** Returns whether the object of an event has an id. Even a signed event may be malformed. */
function isStripeObject(object: unknown): boolean {
  return typeof object === 'object' && object !== null && 'id' in object && typeof object.id === 'string';
}

/** Matches the types of events about sessions, payments and transfers, which belong to the platform's own account. */
const PLATFORM_TYPES = /^(checkout|charge|refund|transfer|payment_intent)\./;

const isAboutPlatform = ({ type }: Stripe.Event): boolean => PLATFORM_TYPES.test(type);

const isAboutAccount = (event: Stripe.Event): boolean =>
  event.type.startsWith('account.') || (event.account !== undefined && !isAboutPlatform(event));

interface WebhookSecret {
  /** Webhook endpoint at Stripe that uses the secret. `connect` is the endpoint for connected accounts. */
  readonly endpoint: 'platform' | 'connect';
  readonly secret: string;
}

/**
 * Reads the setting `stripe-webhook-secrets`, such as `platform:whsec_1,connect:whsec_2`
 * (infra/docs/deployment.md#the-first-deployment). An endpoint may have several secrets.
 * @throws Error for a secret without its endpoint, because the events that such a secret may sign are unknown
 */
function parseWebhookSecrets(setting: string): WebhookSecret[] {
  const entries = setting.split(',').map(text => text.trim());
  return entries.filter(Boolean).map(entry => {
    const [, endpoint, secret = ''] = /^(platform|connect):(.+)$/.exec(entry) ?? [];
    if (endpoint === 'platform' || endpoint === 'connect') return { endpoint, secret };
    throw new Error('Each entry of stripe-webhook-secrets begins with platform: or connect:.');
  });
}

/**
 * Verifies the signature of an event against each secret in turn, because events of the platform and of connected
 * accounts are signed with different secrets. With the secret for connected accounts, only events about accounts are
 * valid.
 * @throws DomainError `bad-signature` when no secret matches or the timestamp is more than five minutes off
 * @throws DomainError `bad-event` when the signed payload is not an event
 */
async function verifyEvent(
  payload: Buffer,
  signature: string | undefined,
  webhookSecrets: string,
  clock: Clock,
): Promise<Stripe.Event> {
  const now = clock.now().getTime();
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature ?? '')?.[1]);
  const isComplete = signature !== undefined && /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/.test(signature);
  if (!isComplete || !(Math.abs(now / 1000 - signedAt) <= TOLERANCE_SECONDS))
    throw new DomainError('bad-signature');
  for (const { endpoint, secret } of parseWebhookSecrets(webhookSecrets)) {
    const event = readSignedPayload(payload, signature, secret, now);
    if (isEvent(event) && (endpoint === 'platform' || isAboutAccount(event))) {
      countSignature('valid');
      return event;
    }
    if (event !== undefined && !isEvent(event)) throw new DomainError('bad-event');
  }
  countSignature('invalid');
  throw new DomainError('bad-signature');
}

/**
 * Emits a metric for the alarm on a wrong secret: 1 for a complete and current signature that is invalid, 0 for each
 * valid signature. Other invalid signatures are not counted, because they come from strangers.
 */
const countSignature = (outcome: 'valid' | 'invalid') =>
  emitMetrics([{ name: 'InvalidSignatures', value: outcome === 'invalid' ? 1 : 0, unit: 'Count' }]);

/**
 * Verifies a signature and parses the payload.
 * @returns undefined when the payload was not signed with this secret
 * @throws DomainError `bad-event` when the signed payload is not JSON
 */
function readSignedPayload(payload: Buffer, signature: string, secret: string, now: number): unknown {
  try {
    return Stripe.webhooks.constructEvent(payload, signature, secret, TOLERANCE_SECONDS, undefined, now);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw new DomainError('bad-event');
  }
}

function isEvent(value: unknown): value is Stripe.Event {
  const { id, type } = (value ?? {}) as { readonly id?: unknown; readonly type?: unknown };
  return typeof id === 'string' && typeof type === 'string';
}
