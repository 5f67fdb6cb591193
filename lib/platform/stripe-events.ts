/** What Stripe tells us: its signature, and the part of it that matters here (contract §3). */
import Stripe from 'stripe';
import { Refusal } from '../domain/errors.ts';
import type { PaidSession, PaymentEvent } from '../domain/model/payment.ts';
import type { Clock } from '../domain/ports/outside.ts';

const TOLERANCE_SECONDS = 300;

export function classified(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  if (!isAbout(event.data?.object)) return { kind: 'ignored', id, type };
  if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
    const session = paidSession(event.data.object);
    return session.isPaid ? { kind: 'paid', id, type, session } : { kind: 'ignored', id, type };
  }
  if (event.type === 'account.updated') {
    return { kind: 'account-updated', id: event.id, type: event.type, accountId: event.data.object.id };
  }
  return { kind: 'ignored', id: event.id, type: event.type };
}

/** Signed is not the same as sound: what an event is about must at least have a name. */
function isAbout(object: unknown): boolean {
  return typeof object === 'object' && object !== null && 'id' in object && typeof object.id === 'string';
}

/** Checks with each secret: the platform's own events and those of connected accounts are signed differently. */
export async function signedEvent(
  payload: Buffer,
  signature: string | undefined,
  webhookSecrets: string,
  clock: Clock,
): Promise<Stripe.Event> {
  const now = clock.now().getTime();
  const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature ?? '')?.[1]);
  if (!signature || !(Math.abs(now / 1000 - signedAt) <= TOLERANCE_SECONDS))
    throw new Refusal('bad-signature');
  for (const secret of webhookSecrets.split(',').map(text => text.trim())) {
    try {
      const event = Stripe.webhooks.constructEvent(
        payload,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now,
      );
      if (typeof event?.id === 'string' && typeof event.type === 'string') return event;
      throw new Refusal('bad-event');
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw new Refusal('bad-event');
    }
  }
  throw new Refusal('bad-signature');
}

export function paidSession({ id, payment_status, payment_intent }: Stripe.Checkout.Session): PaidSession {
  const paymentId = typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? null);
  return { id, isPaid: payment_status === 'paid', paymentId };
}
