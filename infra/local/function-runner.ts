/** Runs the bundle of one function in worker threads, as Lambda runs its instances. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The part of a function's entry in serverless.yml that is used here. */
export interface FunctionDefinition {
  /** The name it is deployed under. */
  readonly name: string;
  /** `functions/me/show.handler` */
  readonly handler: string;
  /** Seconds. */
  readonly timeout: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** What serverless-offline's direct invocations and schedules call. */
interface OfflineInvocation {
  setEvent(event: unknown): void;
  setClientContext(context: unknown): void;
  runHandler(): Promise<unknown>;
}

/** Posted by worker.cjs for each event. */
type WorkerMessage = { readonly value: unknown } | { readonly failure: string };

export class FunctionTimeoutError extends Error {}

const WORKER_SCRIPT = new URL('./function-worker.cjs', import.meta.url);
const IDLE_TIMEOUT_MS = 60_000;
/** Threads per function; a few more than processors, because some wait for DNS or for another function. */
const MAX_INSTANCES = Math.max(4, 2 * availableParallelism());

export class FunctionRunner {
  readonly #definition: FunctionDefinition;
  readonly #file: string;
  readonly #idleWorkers = new Map<Worker, NodeJS.Timeout>();
  readonly #queue: (() => void)[] = [];
  #busyCount = 0;

  /** @param bundleFolder contains the bundle under the path of its source, with the extension `.cjs` */
  constructor(definition: FunctionDefinition, bundleFolder: string) {
    this.#definition = definition;
    this.#file = join(bundleFolder, definition.handler.replace(/[.]\w+$/, '.cjs'));
  }

  /**
   * Handles one event; waits while all instances are busy.
   *
   * @throws FunctionTimeoutError when the function's timeout passes
   * @throws Error when the handler throws or its thread ends
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
      resourceLimits: { maxYoungGenerationSizeMb: 2 }, // Most threads handle few events; this keeps them small.
    });
    // Without a listener, an error outside a handler would end the server.
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
