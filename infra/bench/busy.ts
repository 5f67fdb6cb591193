/** Whether the machine is the bench's own. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const MOMENT_MS = 400;

/** The share of all processors that others use, from 0 to 1: whatever is done while the bench does nothing. */
export async function othersShare(): Promise<number> {
  const before = spent();
  await sleep(MOMENT_MS);
  const after = spent();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function spent(): { idle: number; all: number } {
  const times = cpus().map(({ times }) => times);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap(each => Object.values(each))) };
}
