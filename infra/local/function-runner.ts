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
interface Invocation {
  setEvent(event: unknown): void;
  setClientContext(context: unknown): void;
  runHandler(): Promise<unknown>;
}

/** Posted by worker.cjs for each event. */
type Outcome = { readonly value: unknown } | { readonly failure: string };

export class FunctionTimeoutError extends Error {}

const WORKER = new URL('./worker.cjs', import.meta.url);
const IDLE_MS = 60_000;
/** Threads per function; a few more than processors, because some wait for DNS or for another function. */
const MAX_INSTANCES = Math.max(4, 2 * availableParallelism());

export class FunctionRunner {
  readonly #definition: FunctionDefinition;
  readonly #file: string;
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

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
    if (this.#running < MAX_INSTANCES) this.#running++;
    else await new Promise<void>(resolve => this.#queue.push(resolve));
    try {
      return await this.#run(event);
    } catch (error) {
      console.error(`${this.#definition.name}: ${error instanceof Error ? error.message : error}`);
      throw error;
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running--;
    }
  }

  createInvocation(): Invocation {
    let event: unknown;
    return {
      setEvent: given => {
        event = given;
      },
      setClientContext: () => {},
      runHandler: () => this.invoke(event),
    };
  }

  async #run(event: unknown): Promise<unknown> {
    const { name, timeout } = this.#definition;
    const worker = this.#takeIdle() ?? this.#start();
    const waiting = new AbortController();
    const { signal } = waiting;
    const timer = setTimeout(() => waiting.abort(), timeout * 1000);
    try {
      worker.postMessage({ event, timeout: timeout * 1000, functionName: name, awsRequestId: randomUUID() });
      const [outcome]: Outcome[] = await Promise.race([
        once(worker, 'message', { signal }),
        once(worker, 'exit', { signal }).then(([code]) => {
          throw new Error(`the worker thread exited with code ${code}`);
        }),
      ]);
      this.#keepIdle(worker);
      if (outcome && 'failure' in outcome) throw new Error(outcome.failure);
      return outcome?.value;
    } catch (error) {
      if (!signal.aborted) throw error;
      void worker.terminate();
      throw new FunctionTimeoutError(`timed out after ${timeout} seconds`);
    } finally {
      clearTimeout(timer);
      waiting.abort();
    }
  }

  #start(): Worker {
    const name = /\w+$/.exec(this.#definition.handler)?.[0];
    const inherited = Object.entries(process.env).filter(([key]) => key.startsWith('AWS_'));
    const worker = new Worker(WORKER, {
      env: { ...Object.fromEntries(inherited), ...this.#definition.environment },
      workerData: { file: this.#file, name },
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 2 }, // Most threads handle few events; this keeps them small.
    });
    // Without a listener, an error outside a handler would end the server.
    worker.on('error', () => {}).once('exit', () => this.#forget(worker));
    return worker;
  }

  #takeIdle(): Worker | undefined {
    const worker = [...this.#idle.keys()].at(-1);
    if (worker) this.#forget(worker);
    return worker;
  }

  #keepIdle(worker: Worker): void {
    this.#idle.set(
      worker,
      setTimeout(() => worker.terminate(), IDLE_MS),
    );
  }

  #forget(worker: Worker): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
  }
}
