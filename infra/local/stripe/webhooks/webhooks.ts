/**
 * Sends each event to a webhook endpoint of the service until the endpoint accepts the event
 * (infra/docs/api/payments.md).
 *
 * The first attempts are made one after the other. An event that is not accepted is repeated by itself, and later events
 * overtake it. Events about a connected account are signed with the secret of the Connect endpoint. Tests can delay,
 * duplicate, reorder, hold and drop events.
 */
import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { toJson } from '../responses.ts';
import type { StripeEvent, StripeObjectStore, WebhookFaults, Webhooks } from '../types.ts';
import { deliverEvent, type EventDelivery } from './event-delivery.ts';

/** The webhook endpoint of the service. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  /** The secret that signs events about connected accounts. Without this secret, `secret` signs all events. */
  readonly connectSecret?: string;
}

const SEND_TIMEOUT_MS = 5000;
/** The longest time for which the first attempt of one event delays the first attempt of the next event. */
const TURN_TIMEOUT_MS = 1000;

/**
 * Creates the service that stores and sends events.
 *
 * @param target without a target, events are stored but not sent
 */
export function startWebhooks(store: StripeObjectStore, target: WebhookTarget | undefined): Webhooks {
  const stopController = new AbortController();
  const { signal } = stopController;
  const batch: EventDelivery[] = [];
  const heldEvents: StripeEvent[] = [];
  const pending = new Set<Promise<unknown>>();
  let faults: WebhookFaults = {};
  let lastTurn: Promise<unknown> = Promise.resolve();

  const pause = (ms: number) => wait(ms, undefined, { ref: false, signal });

  /** Delivers an event after the first attempt of the previous event. */
  async function deliverInTurn(delivery: EventDelivery): Promise<void> {
    const previousTurn = lastTurn;
    const { promise: firstAttempt, resolve: endTurn } = Promise.withResolvers<void>();
    lastTurn = previousTurn.then(() =>
      Promise.race([firstAttempt, pause(TURN_TIMEOUT_MS).catch(ignoreAbort)]),
    );
    await previousTurn;
    for (let copy = 0; copy < (faults.copies ?? 1); copy++) await deliverEvent(delivery, signal, endTurn);
  }

  async function deliverLate(delivery: EventDelivery, seconds: number): Promise<void> {
    await pause(seconds * 1000);
    await deliverInTurn(delivery);
  }

  /**
   * Collects deliveries. The first call of a batch waits for further calls and then delivers all events of the batch,
   * newest first.
   */
  async function deliverReversed(delivery: EventDelivery): Promise<void> {
    if (batch.push(delivery) > 1) return;
    await pause(Math.max(1, faults.delaySeconds ?? 0) * 1000);
    await Promise.all(batch.splice(0).reverse().map(deliverInTurn));
  }

  /** Starts the delivery of an event, unless the event is held or lost. */
  function resend(event: StripeEvent): void {
    if (!target || faults.lose) return;
    if (faults.hold?.includes(event.type)) {
      heldEvents.push(event);
      return;
    }
    const secret = event.account ? (target.connectSecret ?? target.secret) : target.secret;
    const delivery = { url: target.url, secret, type: event.type, body: toJson(event) };
    if (faults.shuffle) void deliverReversed(delivery).catch(ignoreAbort);
    else if (faults.delaySeconds) void deliverLate(delivery, faults.delaySeconds).catch(ignoreAbort);
    else trackDelivery(deliverInTurn(delivery).catch(ignoreAbort));
  }

  function trackDelivery(delivery: Promise<void>): void {
    const timeout = wait(SEND_TIMEOUT_MS, undefined, { ref: false });
    const tracked = Promise.race([delivery, timeout]).finally(() => pending.delete(tracked));
    pending.add(tracked);
  }

  return {
    send: (type, object, account) =>
      resend(
        store.create('event', {
          account,
          api_version: Stripe.API_VERSION,
          data: { object },
          livemode: false,
          pending_webhooks: 1,
          request: { id: null, idempotency_key: null },
          type,
        }),
      ),
    resend,
    waitForDeliveries: () => Promise.all(pending),
    injectFaults(injected) {
      faults = injected;
      for (const event of heldEvents.splice(0)) resend(event);
    },
    stop: () => stopController.abort(),
  };
}

/** Ignores abort errors, which occur only when the emulator stops. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
