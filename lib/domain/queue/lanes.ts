/** Order in which the items of a queue run: one after another within a lane, and lanes at the same time. */

export interface LaneRunner {
  /**
   * Runs the item with this id, unless another process has claimed it. Rejects when the state of the item cannot be
   * read or written.
   */
  readonly run: (id: string) => Promise<void>;
  readonly hasTime: () => boolean;
  readonly concurrency: number;
}

export interface FailedRun {
  readonly id: string;
  readonly error: unknown;
}

/**
 * Runs the items of each lane one after another in the given order. Lanes take turns, so that a lane with many slow
 * items does not delay the others.
 * @returns the runs that failed
 */
export async function runInLanes<Item extends { readonly id: string }>(
  items: readonly Item[],
  laneOf: (item: Item) => string,
  { run, hasTime, concurrency }: LaneRunner,
): Promise<readonly FailedRun[]> {
  const failed: FailedRun[] = [];
  const lanes = [...Map.groupBy(items, laneOf).values()];
  const work = async () => {
    for (let lane = lanes.shift(); lane && hasTime(); lane = lanes.shift()) {
      const [next, ...rest] = lane;
      if (next) await run(next.id).catch(error => failed.push({ id: next.id, error }));
      if (rest.length > 0) lanes.push(rest);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, lanes.length) }, work));
  return failed;
}

/**
 * Runs the items that are due, and those that become due in the meantime, until no item is left or the time is up.
 * Every item runs at most once.
 * @param first the items that are due now
 * @returns the runs that failed
 */
export async function runDueItems<Item extends { readonly id: string }>(
  first: readonly Item[],
  listDue: () => Promise<readonly Item[]>,
  laneOf: (item: Item) => string,
  runner: LaneRunner,
): Promise<readonly FailedRun[]> {
  const begun = new Set<string>();
  const failed: FailedRun[] = [];
  const listNew = async () => (await listDue()).filter(({ id }) => !begun.has(id));
  for (let due = first; due.length > 0 && runner.hasTime(); due = await listNew()) {
    for (const { id } of due) begun.add(id);
    failed.push(...(await runInLanes(due, laneOf, runner)));
  }
  return failed;
}
