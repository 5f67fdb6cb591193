/** Measures whether the table of `npm start` stays as fast as a new one after 45 seconds of writes. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTable } from '../local/create-resources.ts';
import { callDynamodb, startDynamodb } from '../local/dynamodb.ts';
import { startSupervisor } from '../local/processes.ts';
import type { BenchmarkSetup } from './function-bundles.ts';
import {
  compareWithFloor,
  measureDuration,
  measureInterleaved,
  type ReportLine,
} from './measurement-results.ts';

const TABLE_NAME = 'soak';
const PUTS_PER_TRANSACTION = 5;

/** A used table may need twice the time of a new one. Without the index of stream records it needs 20 times as much. */
const LIMIT = 2;

/** Writes to a table for 45 seconds, and then compares its writes with those to a table of a new engine. */
export async function measureTableSoak({ folder, isQuick }: BenchmarkSetup): Promise<ReportLine[]> {
  const supervisor = startSupervisor();
  try {
    const writeToUsed = await startEngine(join(folder, 'used'));
    const end = performance.now() + (isQuick ? 200 : 45_000);
    while (performance.now() < end) await writeToUsed();
    const writeToNew = await startEngine(join(folder, 'new'));
    for (let warmUp = 0; warmUp < (isQuick ? 1 : 200); warmUp++) await writeToNew();
    const results = await measureInterleaved(
      isQuick ? { rounds: 1, repetitions: 1 } : { rounds: 5, repetitions: 100 },
      () => measureDuration(writeToUsed),
      () => measureDuration(writeToNew),
    );
    return [compareWithFloor('a write to the local table, after a soak', results, LIMIT)];
  } finally {
    await supervisor.close();
  }

  /** Starts an engine with a table that has a stream. Returns a function that writes one transaction of several items. */
  async function startEngine(directory: string): Promise<() => Promise<unknown>> {
    await mkdir(directory);
    const { endpoint } = await startDynamodb(supervisor, directory);
    await createTable(endpoint, TABLE_NAME);
    return () => callDynamodb(endpoint, 'TransactWriteItems', createTransaction());
  }
}

function createTransaction(): object {
  const puts = Array.from({ length: PUTS_PER_TRANSACTION }, () => ({
    Put: { TableName: TABLE_NAME, Item: { pk: { S: randomUUID() }, sk: { S: 'soak' } } },
  }));
  return { TransactItems: puts };
}
