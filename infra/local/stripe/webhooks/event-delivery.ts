/** Delivers events to a webhook endpoint. */
import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';

export interface EventDelivery {
  readonly url: string;
  readonly secret: string;
  readonly type: string;
  /** The text that is signed and sent. */
  readonly body: string;
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;
const TIMEOUT_MS = 20_000;

/**
 * Posts an event repeatedly, with increasing pauses, until the endpoint accepts it.
 * @param stopSignal ends the delivery
 * @param onAttempt called after each attempt
 */
export async function deliverEvent(
  delivery: EventDelivery,
  stopSignal: AbortSignal,
  onAttempt: () => void,
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !stopSignal.aborted; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    const failure = await postEvent(delivery, stopSignal);
    onAttempt();
    if (failure === undefined || stopSignal.aborted) return;
    console.error(`Stripe emulator: ${delivery.type} was not accepted (${failure}).`);
    await wait(pause, undefined, { ref: false, signal: stopSignal }).catch(() => {});
  }
}

/**
 * Posts the event once, signed with the current time.
 * @returns the reason why the delivery failed; undefined when the event was accepted
 */
async function postEvent(
  { url, secret, body }: EventDelivery,
  stopSignal: AbortSignal,
): Promise<string | undefined> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret }),
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.arrayBuffer();
    return response.ok ? undefined : String(response.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
