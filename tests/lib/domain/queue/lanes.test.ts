/** Tests of the order in which the items of a queue run (infra/decisions/0005-outbox.md). */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runInLanes } from '../../../../lib/domain/queue/lanes.ts';

interface Item {
  readonly lane: string;
  readonly id: string;
}

const laneOf = ({ lane }: Item) => lane;
const createItems = (...items: [lane: string, id: string][]) => items.map(([lane, id]) => ({ lane, id }));

it('the items of a lane run one after another in the given order', async () => {
  const begun: string[] = [];
  const running = new Set<string>();
  const run = async (id: string) => {
    const [lane = ''] = id.split('-').slice(1);
    expect(running).not.toContain(lane);
    running.add(lane);
    begun.push(id);
    await wait(5);
    running.delete(lane);
  };
  const items = createItems(['a', '1-a'], ['b', '2-b'], ['a', '3-a'], ['b', '4-b'], ['a', '5-a']);

  expect(await runInLanes(items, laneOf, { run, hasTime: () => true, concurrency: 3 })).toEqual([]);
  expect(begun.filter(id => id.endsWith('a'))).toEqual(['1-a', '3-a', '5-a']);
  expect(begun.filter(id => id.endsWith('b'))).toEqual(['2-b', '4-b']);
});

it('each lane has a turn before a lane with many items has its second turn', async () => {
  const begun: string[] = [];
  const run = async (id: string) => void begun.push(id);
  const items = createItems(['flood', '1'], ['flood', '2'], ['flood', '3'], ['other', '4'], ['third', '5']);

  await runInLanes(items, laneOf, { run, hasTime: () => true, concurrency: 1 });

  expect(begun).toEqual(['1', '4', '5', '2', '3']);
});

const runUnlessFirst = (begun: string[]) => async (id: string) => {
  begun.push(id);
  if (id === '1') throw new Error('no table');
};

it('no item of a lane starts when the time is up', async () => {
  const begun: string[] = [];
  const items = createItems(['a', '1'], ['b', '2'], ['c', '3'], ['a', '4']);

  const runner = { run: runUnlessFirst(begun), hasTime: () => begun.length < 2, concurrency: 1 };
  const failed = await runInLanes(items, laneOf, runner);

  expect(failed).toHaveLength(1);
  expect(begun).toEqual(['1', '2']);
});
