/**
 * Inspection of delivered documents in a worker thread with limits on time and memory
 * (infra/decisions/0025-document-check.md).
 */
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { DocumentVerdict } from '../../domain/model/delivered-document.ts';
import type { DocumentInspector } from '../../domain/ports/files.ts';
import { log } from '../../log.ts';

/** Result of an inspection. `reason` is a short code for the log; absent when the verdict is `ok`. */
export interface Inspection {
  readonly verdict: DocumentVerdict;
  readonly reason?: string;
}

export interface InspectionLimits {
  /** Milliseconds, counted from the time at which the library is loaded. */
  readonly timeMs: number;
  /** Mebibytes of JavaScript objects. */
  readonly heapMb: number;
  /** Mebibytes of buffers, which contain the document and its decompressed streams. */
  readonly bufferMb: number;
}

/** Limits that fit into the 512 MB of a Lambda, whose processor is about a third of a core. */
export const INSPECTION_LIMITS: InspectionLimits = { timeMs: 15_000, heapMb: 160, bufferMb: 96 };

/**
 * The script of the worker thread, relative to the working directory, which is `/var/task` on Lambda and the
 * project's folder elsewhere.
 */
const WORKER_SCRIPT = 'lib/platform/pdf/inspection-worker.cjs';

/** Milliseconds between two measurements of the buffers, which `resourceLimits` does not limit. */
const MEASUREMENT_INTERVAL_MS = 20;

/**
 * Creates an inspector. A document that exceeds a limit is `unreadable`.
 *
 * `inspect` rejects only when the worker itself fails, for example because its script does not exist.
 */
export function createDocumentInspector(limits = INSPECTION_LIMITS): DocumentInspector {
  return {
    async inspect(content) {
      const inspection = await runWorker(content, limits);
      const { verdict, reason } = inspection;
      log.info({ event: 'document.checked', detail: reason ? `${verdict}: ${reason}` : verdict });
      return verdict;
    },
  };
}

async function runWorker(content: Buffer, limits: InspectionLimits): Promise<Inspection> {
  const worker = new Worker(resolve(WORKER_SCRIPT), {
    workerData: content,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, stackSizeMb: 2 },
  });
  const timers: NodeJS.Timeout[] = [];
  try {
    return await new Promise<Inspection>((end, fail) => {
      const stop = (reason: string) => end({ verdict: 'unreadable', reason });
      worker.on('message', (message: 'ready' | Inspection) => {
        if (message !== 'ready') return end(message);
        timers.push(setTimeout(stop, limits.timeMs, 'out-of-time'));
      });
      worker.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? stop('out-of-memory') : fail(error),
      );
      worker.on('exit', code => fail(new Error(`the inspection ended with exit code ${code}`)));
      timers.push(
        setInterval(async () => {
          const bytes = await measureBuffers(worker);
          if (bytes > limits.bufferMb * 1024 * 1024) stop('out-of-memory');
        }, MEASUREMENT_INTERVAL_MS),
      );
    });
  } finally {
    for (const timer of timers) clearInterval(timer);
    await worker.terminate();
  }
}

/** Returns the bytes in the buffers of the worker, or 0 when the worker has ended. */
async function measureBuffers(worker: Worker): Promise<number> {
  try {
    return (await worker.getHeapStatistics()).external_memory;
  } catch {
    return 0;
  }
}
