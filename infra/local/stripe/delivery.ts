/** One event on its way: posted until it is taken, with ever longer pauses, as long as the stand-in runs. */
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export interface Delivery {
  readonly url: string;
  readonly secret: string;
  readonly type: string;
  /** What is signed, byte for byte. */
  readonly body: string;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
const DEADLINE_MS = 20_000;

export async function deliver(delivery: Delivery, ending: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !ending.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const refusal = await post(delivery, ending);
    if (refusal === undefined || ending.aborted) return;
    console.error(`Stripe stand-in: ${delivery.type} was not taken (${refusal}).`);
    await wait(pause, undefined, { ref: false, signal: ending });
  }
}

/**
 * Each attempt has a signature of its own time.
 * @returns what kept the event from arriving; undefined when it arrived
 */
async function post({ url, secret, body }: Delivery, ending: AbortSignal): Promise<string | undefined> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signature(body, secret, Math.floor(Date.now() / 1000)),
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
  const signal = AbortSignal.any([ending, AbortSignal.timeout(DEADLINE_MS)]);
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.arrayBuffer();
    return answer.ok ? undefined : String(answer.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The `Stripe-Signature` header. */
function signature(payload: string, secret: string, time: number): string {
  const mac = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${mac}`;
}
