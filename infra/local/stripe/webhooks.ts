/**
 * Sends each event to a webhook endpoint of the service until the endpoint accepts the event
 * (infra/docs/api/payments.md).
 *
 * The first attempts are made in the order of the events. An event that is not accepted is sent again on its own and
 * does not delay later events. Events about a connected account are signed with the secret of the Connect endpoint.
 */
import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { toJson } from './responses.ts';
import type { EventSender, StripeEvent, StripeObjectStore } from './types.ts';

/** The webhook endpoint of the service. */
export interface EventReceiver {
  readonly url: string;
  readonly secret: string;
  /** The secret that signs events about connected accounts. */
  readonly connectSecret: string;
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;
const POST_TIMEOUT_MS = 20_000;
const SEND_TIMEOUT_MS = 5000;
/** Maximum time for which the first attempt of one event delays the first attempt of the next event. */
const TURN_TIMEOUT_MS = 1000;

/**
 * Creates the service that stores and sends events.
 * @param target without a target, events are stored but not sent
 */
export function startEventSender(store: StripeObjectStore, target: EventReceiver | undefined): EventSender {
  const stopController = new AbortController();
  const { signal } = stopController;
  const pending = new Set<Promise<unknown>>();
  let lastTurn: Promise<unknown> = Promise.resolve();

  /**
   * Posts an event repeatedly, with increasing pauses, until the endpoint accepts it. Begins after the first attempt of
   * the previous event, but waits at most `TURN_TIMEOUT_MS` for that attempt.
   */
  async function deliverInTurn(event: StripeEvent, { url, secret, connectSecret }: EventReceiver) {
    const previousTurn = lastTurn;
    const { promise: firstAttempt, resolve: endTurn } = Promise.withResolvers<void>();
    lastTurn = previousTurn.then(() => Promise.race([firstAttempt, pause(TURN_TIMEOUT_MS)]));
    await previousTurn;
    const signingSecret = event.account ? connectSecret : secret;
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      const failure = await postEvent(toJson(event), url, signingSecret, signal);
      endTurn();
      if (failure === undefined || signal.aborted) return;
      console.error(`Stripe emulator: ${event.type} was not accepted (${failure}).`);
      await wait(pauseMs, undefined, { ref: false, signal }).catch(() => {});
    }
  }

  return {
    send(type, object, account) {
      const event = store.create('event', {
        account,
        api_version: Stripe.API_VERSION,
        data: { object },
        livemode: false,
        type,
      });
      if (!target) return;
      const delivery = deliverInTurn(event, target);
      const tracked = Promise.race([delivery, pause(SEND_TIMEOUT_MS)]).finally(() => pending.delete(tracked));
      pending.add(tracked);
    },
    waitForDeliveries: () => Promise.all(pending),
    stop: () => stopController.abort(),
  };
}

const pause = (ms: number) => wait(ms, undefined, { ref: false });

/**
 * Posts the event once, signed with the current time.
 * @returns the reason why the delivery failed; undefined when the event was accepted
 */
async function postEvent(
  body: string,
  url: string,
  secret: string,
  stopSignal: AbortSignal,
): Promise<string | undefined> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret }),
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  };
  const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(POST_TIMEOUT_MS)]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.arrayBuffer();
    return response.ok ? undefined : String(response.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
