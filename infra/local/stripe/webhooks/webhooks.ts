/**
 * Sends each event to a webhook endpoint of the service until the endpoint accepts the event
 * (infra/docs/api/payments.md).
 *
 * Events about a connected account are signed with the secret of the Connect endpoint. Tests can delay, duplicate,
 * reorder and drop events.
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

/**
 * Creates the service that stores and sends events.
 *
 * @param target without a target, events are stored but not sent
 */
export function startWebhooks(store: StripeObjectStore, target: WebhookTarget | undefined): Webhooks {
  const stopController = new AbortController();
  const batch: EventDelivery[] = [];
  const pending = new Set<Promise<void>>();
  let faults: WebhookFaults = {};

  async function deliverCopies(delivery: EventDelivery): Promise<void> {
    for (let copy = 0; copy < (faults.copies ?? 1); copy++)
      await deliverEvent(delivery, stopController.signal);
  }

  const pause = (seconds: number) =>
    wait(seconds * 1000, undefined, { ref: false, signal: stopController.signal });

  async function deliverLate(delivery: EventDelivery, seconds: number): Promise<void> {
    await pause(seconds);
    await deliverCopies(delivery);
  }

  /**
   * Collects deliveries. The first call of a batch waits for further calls and then delivers all events of the batch,
   * newest first.
   */
  async function deliverReversed(delivery: EventDelivery): Promise<void> {
    if (batch.push(delivery) > 1) return;
    await pause(Math.max(1, faults.delaySeconds ?? 0));
    for (const delayedDelivery of batch.splice(0).reverse()) await deliverCopies(delayedDelivery);
  }

  async function dispatch(event: StripeEvent): Promise<void> {
    if (!target || faults.lose) return;
    const secret = event.account ? (target.connectSecret ?? target.secret) : target.secret;
    const delivery = { url: target.url, secret, type: event.type, body: toJson(event) };
    if (faults.shuffle) void deliverReversed(delivery).catch(ignoreAbort);
    else if (faults.delaySeconds) void deliverLate(delivery, faults.delaySeconds).catch(ignoreAbort);
    else {
      const timeout = wait(SEND_TIMEOUT_MS, undefined, { ref: false });
      await Promise.race([deliverCopies(delivery).catch(ignoreAbort), timeout]);
    }
  }

  function resend(event: StripeEvent): Promise<void> {
    const deliveryPromise = dispatch(event).finally(() => pending.delete(deliveryPromise));
    pending.add(deliveryPromise);
    return deliveryPromise;
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
    },
    stop: () => stopController.abort(),
  };
}

/** Ignores abort errors, which occur only when the emulator stops. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
