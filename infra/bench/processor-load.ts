/** Measurement of the processor load that other processes cause. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_MS = 400;

/** Returns the share of all processors, from 0 to 1, that is in use while the benchmark itself is idle. */
export async function measureOtherLoad(): Promise<number> {
  const before = readProcessorTimes();
  await sleep(SAMPLE_MS);
  const after = readProcessorTimes();
  return 1 - (after.idle - before.idle) / (after.total - before.total);
}

function readProcessorTimes(): { idle: number; total: number } {
  const times = cpus().map(({ times }) => times);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return { idle: sum(times.map(({ idle }) => idle)), total: sum(times.flatMap(each => Object.values(each))) };
}
