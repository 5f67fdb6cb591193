/**
 * Tells the API what happened, signed as Stripe signs, and again until it has taken it (contract §3).
 *
 * What is about a connected account goes to the Connect endpoint, which has a secret of its own. When a
 * test asks for it, events come late, more than once, in reverse order, or not at all.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Delivery, deliver } from './delivery.ts';
import { description } from './description.ts';
import { newId, type StripeEvent, told } from './objects.ts';
import type { Store } from './store.ts';

export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  /** Of the endpoint for connected accounts; without it the same. */
  readonly connectSecret?: string;
}

/** What a test may ask for. */
export interface Mishaps {
  readonly delaySeconds?: number;
  /** How often each event comes. */
  readonly copies?: number;
  /** What happens within the delay, a second at least, comes in reverse order. */
  readonly shuffle?: boolean;
  /** Nothing comes at all. */
  readonly lose?: boolean;
}

export interface Webhooks {
  /**
   * Resolves when the API has taken the event, or after five seconds; then it goes on by itself.
   * @param account the connected account that the event is about
   */
  send(type: string, object: object, account?: string): Promise<void>;
  /** The same event once more. */
  repeat(event: StripeEvent): Promise<void>;
  /** Resolves when `send` and `repeat` have nothing left to wait for. */
  settled(): Promise<unknown>;
  /** From now on. */
  befall(mishaps: Mishaps): void;
  stop(): void;
}

const PATIENCE_MS = 5000;

/** @param target none: nobody is told */
export function startWebhooks(target: WebhookTarget | undefined, store: Store, now: () => number): Webhooks {
  const ending = new AbortController();
  const batch: Delivery[] = [];
  const underWay = new Set<Promise<void>>();
  let mishaps: Mishaps = {};

  const post = async (delivery: Delivery) => {
    for (let copy = 0; copy < (mishaps.copies ?? 1); copy++) await deliver(delivery, ending.signal);
  };
  const pause = (seconds: number) => wait(seconds * 1000, undefined, { ref: false, signal: ending.signal });

  async function reversed(delivery: Delivery): Promise<void> {
    if (batch.push(delivery) > 1) return;
    await pause(Math.max(1, mishaps.delaySeconds ?? 0));
    for (const late of batch.splice(0).reverse()) await post(late);
  }

  async function late(delivery: Delivery, seconds: number): Promise<void> {
    await pause(seconds);
    await post(delivery);
  }

  async function sent(event: StripeEvent): Promise<void> {
    if (!target || mishaps.lose) return;
    const secret = event.account ? (target.connectSecret ?? target.secret) : target.secret;
    const delivery = { url: target.url, secret, type: String(event.type), body: told(event) };
    if (mishaps.shuffle) void reversed(delivery).catch(ended);
    else if (mishaps.delaySeconds) void late(delivery, mishaps.delaySeconds).catch(ended);
    else await Promise.race([post(delivery).catch(ended), wait(PATIENCE_MS, undefined, { ref: false })]);
  }

  function repeat(event: StripeEvent): Promise<void> {
    const sending = sent(event).finally(() => underWay.delete(sending));
    underWay.add(sending);
    return sending;
  }

  return {
    send: (type, object, account) => repeat(store.put(eventOf(type, object, { account, created: now() }))),
    repeat,
    settled: () => Promise.all(underWay),
    befall(wanted) {
      mishaps = wanted;
    },
    stop: () => ending.abort(),
  };
}

/** Only the end of the stand-in keeps an event from going out. */
function ended(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

function eventOf(
  type: string,
  object: object,
  { account, created }: { readonly account: string | undefined; readonly created: number },
): StripeEvent {
  return {
    id: newId('evt_'),
    object: 'event',
    ...(account && { account }),
    api_version: description.version,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
}
