/** Worker threads that inspect untrusted files, with limits (infra/decisions/0025-document-check.md). */
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface InspectionLimits {
  /** Maximum time in milliseconds, counted from the moment at which the script is ready. */
  readonly timeMs: number;
  /** Maximum size of JavaScript objects in mebibytes. */
  readonly heapMb: number;
  /** Maximum size of buffers in mebibytes. They contain the file and its decompressed content. */
  readonly bufferMb: number;
}

export type ExceededInspectionLimit = 'out-of-time' | 'out-of-memory';

/** Milliseconds between two measurements of the buffers, which `resourceLimits` of worker threads does not limit. */
const MEASUREMENT_INTERVAL_MS = 20;

/**
 * Runs a script in a worker thread until the script posts its result. The script first posts `ready`.
 * @param script path relative to the working directory, which is `/var/task` on Lambda and the project's folder elsewhere
 * @returns the result of the script, or the limit that it has exceeded
 * @throws Error when the worker itself fails, for example because its script does not exist
 */
export async function runInspectionThread<Result extends object>(
  script: string,
  workerData: unknown,
  limits: InspectionLimits,
): Promise<Result | ExceededInspectionLimit> {
  const worker = new Worker(resolve(script), {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, stackSizeMb: 2 },
  });
  const timers: NodeJS.Timeout[] = [];
  try {
    return await new Promise<Result | ExceededInspectionLimit>((end, fail) => {
      worker.on('message', (message: 'ready' | Result) => {
        if (message !== 'ready') return end(message);
        timers.push(setTimeout(end, limits.timeMs, 'out-of-time'));
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? end('out-of-memory') : fail(error),
      );
      worker.on('exit', code => fail(new Error(`the inspection ended with exit code ${code}`)));
      timers.push(
        setInterval(async () => {
          const bytes = await measureBuffers(worker);
          if (bytes > limits.bufferMb * 1024 * 1024) end('out-of-memory');
        }, MEASUREMENT_INTERVAL_MS),
      );
    });
  } finally {
    for (const timer of timers) clearInterval(timer);
    await worker.terminate();
  }
}

/** Returns the size of the worker's buffers in bytes, or 0 when the worker has ended. */
async function measureBuffers(worker: Worker): Promise<number> {
  try {
    return (await worker.getHeapStatistics()).external_memory;
  } catch {
    return 0;
  }
}
