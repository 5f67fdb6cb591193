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
import { runAndLogWebhookDelivery } from '../../lib/webhook-delivery-log.ts';

/** Number of endpoints to which deliveries are sent at the same time. A batch has at most ten deliveries. */
const CONCURRENCY = 10;
/** If less time of the invocation remains, no delivery is started. The sweep makes these deliveries later. */
const RESERVE_MS = 25_000;
/**
 * Time after which a batch starts no further delivery, so that slow servers do not hold up the stream. The sweep makes
 * the remaining deliveries.
 */
const START_PERIOD_MS = 10_000;
const PREFIX = 'DELIVERY#';

/** Creates the handler of the stream. It leaves deliveries to failing endpoints to the sweep. */
export const createDeliverWebhooksHandler = (deps: WebhookDeliveryDependencies) =>
  streamHandler(async items => {
    const listed = items.map(({ pk, texts }) => ({
      id: pk.slice(PREFIX.length),
      endpointId: texts.endpointId,
    }));
    const run = (id: string) => runAndLogWebhookDelivery(id, deps, { skipFailing: true });
    const start = deps.clock.now().getTime();
    const hasTime = () =>
      deps.clock.now().getTime() - start < START_PERIOD_MS && getMillisecondsLeft() >= RESERVE_MS;
    const failed = await runInLanes(sortByEvent(listed), getDeliveryLaneId, {
      run,
      hasTime,
      concurrency: CONCURRENCY,
    });
    return failed.map(({ id, error }) => ({ pk: `${PREFIX}${id}`, error }));
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
