import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { together } from '../../../lib/domain/together.ts';

const refusedAfter = async (ms: number, what: string) => {
  await sleep(ms);
  throw new Error(what);
};

it('tells the first of several refusals in their order, whichever came first', async () => {
  await expect(together(refusedAfter(20, 'first'), refusedAfter(0, 'second'))).rejects.toThrow('first');
});

it('tells the only one', async () => {
  await expect(together(sleep(0), refusedAfter(0, 'second'))).rejects.toThrow('second');
});

it('waits for all, whatever happened to one', async () => {
  let isDone = false;
  const slow = sleep(20).then(() => {
    isDone = true;
  });

  await expect(together(refusedAfter(0, 'first'), slow)).rejects.toThrow('first');
  expect(isDone).toBe(true);
});
