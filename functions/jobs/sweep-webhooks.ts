/**
 * Every minute (infra/docs/api/webhooks.md#retries)
 *
 * Delivers the events that are due, until none is left or the time is up: retries, deliveries to endpoints that were
 * failing, and deliveries that the stream lost.
 */

import { runDueItems } from '../../lib/domain/queue/lanes.ts';
import {
  getDeliveryLaneId,
  sortByEvent,
  type WebhookDeliveryDependencies,
} from '../../lib/domain/webhooks/deliver-event.ts';
import { invocationHandler, reportFailedRuns } from '../../lib/http/worker.ts';
import { clock, random, unitOfWork, webhooks } from '../../lib/platform/wiring.ts';
import { webhookDeliveries, webhookSecrets, webhookSender } from '../../lib/platform/wiring-webhooks.ts';
import { runAndLogWebhookDelivery } from '../../lib/run-webhook-delivery.ts';

/** Number of deliveries that are sent at the same time. They mostly wait for the network. */
const CONCURRENCY = 50;

/** Time that must remain to start a delivery. With less time, the run of the next minute continues. */
const MIN_TIME_TO_START_MS = 90_000;

export const createSweepWebhooksHandler = (deps: WebhookDeliveryDependencies) =>
  invocationHandler(async (_event, getRemainingMs) => {
    const run = (id: string) => runAndLogWebhookDelivery(id, deps);
    const hasTime = () => getRemainingMs() > MIN_TIME_TO_START_MS;
    const runner = { run, hasTime, concurrency: CONCURRENCY };
    const listDue = async () => sortByEvent(await deps.webhookDeliveries.listDue());
    const failed = await runDueItems(await listDue(), listDue, getDeliveryLaneId, runner);
    reportFailedRuns('sweep.delivery_failed', failed);
  });

export const handler = createSweepWebhooksHandler({
  clock,
  random,
  unitOfWork,
  webhooks,
  webhookDeliveries,
  webhookSecrets,
  webhookSender,
});
