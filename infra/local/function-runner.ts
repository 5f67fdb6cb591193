/** Runs the bundle of a function in worker threads, which correspond to Lambda's execution environments. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The supported properties of a function in serverless.yml. */
export interface FunctionDefinition {
  readonly name: string;
  /** The file and the export, for example `functions/me/show.handler`. */
  readonly handler: string;
  /** The timeout in seconds. */
  readonly timeout: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** The interface through which serverless-offline's direct invocations and schedules call a function. */
interface OfflineInvocation {
  setEvent(event: unknown): void;
  setClientContext(context: unknown): void;
  runHandler(): Promise<unknown>;
}

/** The message that function-worker.cjs posts for each event. */
type WorkerMessage = { readonly value: unknown } | { readonly failure: string };

/** Error for a call that exceeded the function's timeout. */
export class FunctionTimeoutError extends Error {}

const WORKER_SCRIPT = new URL('./function-worker.cjs', import.meta.url);
const IDLE_TIMEOUT_MS = 60_000;
/**
 * Maximum threads per function. It is higher than the number of processors, because some threads wait for I/O or for
 * other functions.
 */
const MAX_INSTANCES = Math.max(4, 2 * availableParallelism());

/** Worker threads of one function, with a queue of events that wait for a thread. */
export class FunctionRunner {
  readonly #definition: FunctionDefinition;
  readonly #file: string;
  readonly #idleWorkers = new Map<Worker, NodeJS.Timeout>();
  readonly #queue: (() => void)[] = [];
  #busyCount = 0;

  /** @param bundleFolder contains the bundle at the path of its source file, with the extension `.mjs` */
  constructor(definition: FunctionDefinition, bundleFolder: string) {
    this.#definition = definition;
    this.#file = join(bundleFolder, definition.handler.replace(/[.]\w+$/, '.mjs'));
  }

  /**
   * Handles one event. If all threads are busy, waits until a thread is free.
   *
   * @returns the handler's result
   * @throws FunctionTimeoutError when the call exceeds the function's timeout
   * @throws Error when the handler throws or its thread exits
   */
  async invoke(event: unknown): Promise<unknown> {
    if (this.#busyCount < MAX_INSTANCES) this.#busyCount++;
    else await new Promise<void>(resolve => this.#queue.push(resolve));
    try {
      return await this.#run(event);
    } catch (error) {
      console.error(`${this.#definition.name}: ${error instanceof Error ? error.message : error}`);
      throw error;
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#busyCount--;
    }
  }

  /** Creates the object that serverless-offline uses to call the function. */
  createInvocation(): OfflineInvocation {
    let event: unknown;
    return {
      setEvent: newEvent => {
        event = newEvent;
      },
      setClientContext: () => {},
      runHandler: () => this.invoke(event),
    };
  }

  async #run(event: unknown): Promise<unknown> {
    const { name, timeout } = this.#definition;
    const worker = this.#takeIdleWorker() ?? this.#startWorker();
    const abortController = new AbortController();
    const { signal } = abortController;
    const timer = setTimeout(() => abortController.abort(), timeout * 1000);
    try {
      worker.postMessage({ event, timeout: timeout * 1000, functionName: name, awsRequestId: randomUUID() });
      const [message]: WorkerMessage[] = await Promise.race([
        once(worker, 'message', { signal }),
        once(worker, 'exit', { signal }).then(([code]) => {
          throw new Error(`the worker thread exited with code ${code}`);
        }),
      ]);
      this.#addIdleWorker(worker);
      if (message && 'failure' in message) throw new Error(message.failure);
      return message?.value;
    } catch (error) {
      if (!signal.aborted) throw error;
      void worker.terminate();
      throw new FunctionTimeoutError(`timed out after ${timeout} seconds`);
    } finally {
      clearTimeout(timer);
      abortController.abort();
    }
  }

  #startWorker(): Worker {
    const name = /\w+$/.exec(this.#definition.handler)?.[0];
    const awsSettings = Object.entries(process.env).filter(([key]) => key.startsWith('AWS_'));
    const worker = new Worker(WORKER_SCRIPT, {
      env: { ...Object.fromEntries(awsSettings), ...this.#definition.environment },
      workerData: { file: this.#file, name },
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 2 }, // Most threads handle few events, so they need little memory.
    });
    // Without a listener, an uncaught error in the thread would end the server.
    worker.on('error', () => {}).once('exit', () => this.#removeIdleWorker(worker));
    return worker;
  }

  #takeIdleWorker(): Worker | undefined {
    const worker = [...this.#idleWorkers.keys()].at(-1);
    if (worker) this.#removeIdleWorker(worker);
    return worker;
  }

  #addIdleWorker(worker: Worker): void {
    this.#idleWorkers.set(
      worker,
      setTimeout(() => worker.terminate(), IDLE_TIMEOUT_MS),
    );
  }

  #removeIdleWorker(worker: Worker): void {
    clearTimeout(this.#idleWorkers.get(worker));
    this.#idleWorkers.delete(worker);
  }
}
