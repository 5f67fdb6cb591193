/** Order in which deliveries run: those to one endpoint one after another, those to several endpoints at the same time. */

export interface ListedDelivery {
  readonly id: string;
  /** Absent when a newer release has written the delivery in another form. */
  readonly endpointId?: string | undefined;
}

export interface WebhookDeliveryRunner {
  /** Runs the delivery with this id. Rejects when its state cannot be read or written. */
  readonly run: (deliveryId: string) => Promise<void>;
  /** Returns whether another delivery may be started. */
  readonly hasTime: () => boolean;
  /** Number of endpoints that are served at the same time. */
  readonly concurrency: number;
}

/** A delivery whose state could not be read or written. */
export interface FailedDelivery {
  readonly deliveryId: string;
  readonly error: unknown;
}

/**
 * Runs deliveries. Those to one endpoint run in the order of their ids, which is the order of their events. Endpoints
 * take turns, so that one with many deliveries and slow responses does not keep the others waiting.
 * @returns the runs that failed
 */
export async function runByEndpoint(
  listed: readonly ListedDelivery[],
  { run, hasTime, concurrency }: WebhookDeliveryRunner,
): Promise<readonly FailedDelivery[]> {
  const failed: FailedDelivery[] = [];
  const ordered = listed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const lanes = [...Map.groupBy(ordered, ({ id, endpointId }) => endpointId ?? id).values()];
  const work = async () => {
    for (let lane = lanes.shift(); lane && hasTime(); lane = lanes.shift()) {
      const [next, ...rest] = lane;
      if (next) await run(next.id).catch(error => failed.push({ deliveryId: next.id, error }));
      if (rest.length > 0) lanes.push(rest);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, lanes.length) }, work));
  return failed;
}

/** Runs all deliveries that are due, until none is left or the time is up. Every delivery runs at most once. */
export async function runDueDeliveries(
  runner: WebhookDeliveryRunner,
  listDue: () => Promise<readonly ListedDelivery[]>,
): Promise<readonly FailedDelivery[]> {
  const begun = new Set<string>();
  const failed: FailedDelivery[] = [];
  const listNew = async () => (await listDue()).filter(({ id }) => !begun.has(id));
  for (let due = await listNew(); due.length > 0 && runner.hasTime(); due = await listNew()) {
    for (const { id } of due) begun.add(id);
    failed.push(...(await runByEndpoint(due, runner)));
  }
  return failed;
}
