/**
 * Reads the table's stream (infra/docs/api/webhooks.md#deliveries)
 *
 * Delivers each new event to its webhook endpoint as soon as the stream has it. This function is separate from the one
 * that runs jobs: a partner's slow server delays no payout and no mail, and the function that connects to servers of
 * others has no access to accounts, payments and files.
 */
import { getMillisecondsLeft } from '../../lib/deadline.ts';
import { runInLanes } from '../../lib/domain/queue/lanes.ts';
import {
  getDeliveryLaneId,
  sortByEvent,
  type WebhookDeliveryDependencies,
} from '../../lib/domain/webhooks/deliver-event.ts';
import { streamHandler } from '../../lib/http/worker.ts';
import { clock, random, unitOfWork, webhooks } from '../../lib/platform/wiring.ts';
import { webhookDeliveries, webhookSecrets, webhookSender } from '../../lib/platform/wiring-webhooks.ts';
import { runAndLogWebhookDelivery } from '../../lib/run-webhook-delivery.ts';

/** Number of deliveries that are sent at the same time. They mostly wait for the network. */
const CONCURRENCY = 50;
/** Time that must remain to start a delivery. With less time, the sweep makes the delivery later. */
const MIN_TIME_TO_START_MS = 25_000;
/**
 * Time after which a batch starts no further delivery, so that a slow server holds up the stream for little more than
 * one attempt. The sweep makes the remaining deliveries.
 */
const START_PERIOD_MS = 2000;

/** Creates the handler of the stream. It leaves deliveries to failing endpoints to the sweep. */
export const createDeliverWebhooksHandler = (deps: WebhookDeliveryDependencies) =>
  streamHandler(async items => {
    const listed = items.map(({ pk, sk }) => ({ pk, id: sk }));
    const run = (id: string) => runAndLogWebhookDelivery(id, deps, { skipFailing: true });
    const start = deps.clock.now().getTime();
    const hasTime = () =>
      deps.clock.now().getTime() - start < START_PERIOD_MS && getMillisecondsLeft() >= MIN_TIME_TO_START_MS;
    const failed = await runInLanes(sortByEvent(listed), getDeliveryLaneId, {
      run,
      hasTime,
      concurrency: CONCURRENCY,
    });
    const errors = new Map(failed.map(({ id, error }) => [id, error]));
    return listed.filter(({ id }) => errors.has(id)).map(({ pk, id }) => ({ pk, error: errors.get(id) }));
  });

export const handler = createDeliverWebhooksHandler({
  clock,
  random,
  unitOfWork,
  webhooks,
  webhookDeliveries,
  webhookSecrets,
  webhookSender,
});
