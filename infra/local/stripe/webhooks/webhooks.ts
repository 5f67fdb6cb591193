/**
 * Sends each event to a webhook endpoint of the service until the endpoint accepts the event
 * (infra/docs/api/payments.md).
 *
 * The first attempts are made in the order of the events. If an event is not accepted, it is repeated independently,
 * and does not delay later events. Events about a connected account are signed with the secret of the Connect endpoint.
 */
import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { toJson } from '../responses.ts';
import type { EventSender, StripeEvent, StripeObjectStore } from '../types.ts';
import { deliverEvent } from './event-delivery.ts';

/** The webhook endpoint of the service. */
export interface EventReceiver {
  readonly url: string;
  readonly secret: string;
  /** The secret that signs events about connected accounts. Without this secret, `secret` signs all events. */
  readonly connectSecret?: string;
}

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

  /** Delivers an event, beginning after the first attempt of the previous event. */
  async function deliverInTurn(event: StripeEvent, { url, secret, connectSecret }: EventReceiver) {
    const previousTurn = lastTurn;
    const { promise: firstAttempt, resolve: endTurn } = Promise.withResolvers<void>();
    lastTurn = previousTurn.then(() => Promise.race([firstAttempt, pause(TURN_TIMEOUT_MS)]));
    await previousTurn;
    const signingSecret = event.account ? (connectSecret ?? secret) : secret;
    await deliverEvent(
      { url, secret: signingSecret, type: event.type, body: toJson(event) },
      signal,
      endTurn,
    );
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
