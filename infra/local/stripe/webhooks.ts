/** Tells the API what happened, signed as Stripe signs, and again when the API is down (contract §3). */
import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { newId, nowInSeconds } from './objects.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

export interface Webhooks {
  /**
   * Resolves when the API has taken the event, or after five seconds; then it goes on by itself.
   * @param account the connected account that the event is about
   */
  send(type: string, object: object, account?: string): Promise<void>;
  stop(): void;
}

const PATIENCE_MS = 5000;
const PAUSES_MS = [500, 1000, 2000, 4000, 8000];
const API_VERSION = '2026-10-28.endive';

/** @param target none: nobody is told */
export function startWebhooks(target: WebhookTarget | undefined): Webhooks {
  const ending = new AbortController();
  return {
    async send(type, object, account) {
      if (!target) return;
      const event = JSON.stringify({
        id: newId('evt_'),
        object: 'event',
        ...(account && { account }),
        api_version: API_VERSION,
        created: nowInSeconds(),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      });
      const delivery = deliver(event, target, ending.signal).then(outcome => {
        if (outcome) console.error(`Stripe stand-in: ${type} was not taken (${outcome}).`);
      });
      await Promise.race([delivery, wait(PATIENCE_MS, undefined, { ref: false })]);
    },
    stop: () => ending.abort(),
  };
}

/** @returns what kept the event from arriving; undefined when it arrived */
async function deliver(
  event: string,
  target: WebhookTarget,
  ending: AbortSignal,
): Promise<string | undefined> {
  let outcome = '';
  for (const pause of [0, ...PAUSES_MS]) {
    await wait(pause, undefined, { ref: false });
    if (ending.aborted) return undefined;
    const status = await post(event, target, ending);
    if (typeof status === 'number' && status < 300) return undefined;
    outcome = String(status);
    if (typeof status === 'number' && status < 500) break;
  }
  return outcome;
}

/** Each attempt has a signature of its own time. */
async function post(
  event: string,
  { url, secret }: WebhookTarget,
  ending: AbortSignal,
): Promise<number | string> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signature(event, secret, nowInSeconds()),
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
  const signal = AbortSignal.any([ending, AbortSignal.timeout(20_000)]);
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: event, redirect: 'manual', signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The `Stripe-Signature` header. */
function signature(payload: string, secret: string, time: number): string {
  const mac = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${mac}`;
}
