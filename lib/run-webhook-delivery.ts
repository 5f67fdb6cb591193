/** Execution of webhook deliveries with their log lines. */
import { getMillisecondsLeft, withCleanUpTime, withDeadline } from './deadline.ts';
import {
  deliverEvent,
  type WebhookDeliveryDependencies,
  type WebhookDeliveryOptions,
  type WebhookDeliveryOutcome,
} from './domain/webhooks/deliver-event.ts';
import { MINUTE } from './durations.ts';
import { log } from './log.ts';

/**
 * Maximum time of a webhook delivery with its reads and writes. It must be shorter than the lease of a claim, because
 * another process may run the delivery when the lease has expired.
 */
const DELIVERY_TIME_MS = 25_000;

/**
 * Delay before the next attempt at a delivery whose run has failed because of an error of the service, not of the
 * endpoint.
 */
const FAILED_RUN_DELAY_MS = 5 * MINUTE;

const EVENTS: Readonly<Record<WebhookDeliveryOutcome, string>> = {
  delivered: 'webhook.delivered',
  dropped: 'webhook.dropped',
  waiting: 'webhook.waiting',
  retrying: 'webhook.retrying',
  failed: 'webhook.failed',
  disabled: 'webhook.endpoint_disabled',
};

/**
 * Runs a delivery if it is due and not claimed by another process, and logs the outcome. A failing endpoint is not an
 * error of the service, so it is logged with the level `info`.
 * @throws Error when the state of the delivery cannot be read or written
 */
export async function runAndLogWebhookDelivery(
  deliveryId: string,
  deps: WebhookDeliveryDependencies,
  options: WebhookDeliveryOptions = {},
): Promise<void> {
  const timeLeft = Math.min(DELIVERY_TIME_MS, getMillisecondsLeft());
  await withDeadline({ getRemainingTimeInMillis: () => timeLeft }, async () => {
    const delivery = await deps.webhookDeliveries.claim(deliveryId);
    if (!delivery) return;
    const { partnerId, attempts: attempt, event } = delivery;
    const line = { jobId: deliveryId, attempt, detail: `partner ${partnerId}, event ${event.id}` };
    try {
      log.info({ ...line, event: EVENTS[await deliverEvent(delivery, deps, options)] });
    } catch (error) {
      log.error({ ...line, event: 'webhook.run_failed', error });
      const later = new Date(deps.clock.now().getTime() + FAILED_RUN_DELAY_MS);
      await withCleanUpTime(() => deps.webhookDeliveries.postpone(delivery, later));
    }
  });
}
