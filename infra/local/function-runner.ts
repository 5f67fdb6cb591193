/**
 * Runs the bundles of functions in worker threads, which correspond to Lambda's execution environments. All functions
 * share the threads, because each thread loads their common modules once (infra/bundle/build-bundles.ts).
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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

/** Object through which serverless-offline's direct invocations and schedules call a function. */
interface OfflineInvocation {
  setEvent(event: unknown): void;
  setClientContext(context: unknown): void;
  runHandler(): Promise<unknown>;
}

/** The message that function-worker.cjs posts for each event. */
type WorkerMessage = { readonly value: unknown } | { readonly failure: string };

export class FunctionTimeoutError extends Error {}

const WORKER_SCRIPT = new URL('./function-worker.cjs', import.meta.url);
const IDLE_TIMEOUT_MS = 60_000;
/**
 * Maximum concurrent calls of a function. It is higher than the number of processors, because some calls wait for I/O
 * or for other functions.
 */
const MAX_CALLS = Math.max(4, 2 * availableParallelism());

interface Thread {
  readonly worker: Worker;
  /** Bundles that the thread has loaded. */
  readonly urls: Set<string>;
  /** Timer that ends the thread when it has been idle for `IDLE_TIMEOUT_MS`. */
  timer?: NodeJS.Timeout;
}

/** Threads that handle no event. The thread that was used last is at the end. */
const idleThreads: Thread[] = [];

/** Runner of one function. Events wait in a queue while too many calls of the function are running. */
export class FunctionRunner {
  readonly #definition: FunctionDefinition;
  readonly #url: string;
  readonly #queue: (() => void)[] = [];
  #busyCount = 0;

  /** @param bundleFolder contains the bundle at the path of its source file, with the extension `.mjs` */
  constructor(definition: FunctionDefinition, bundleFolder: string) {
    this.#definition = definition;
    const file = join(bundleFolder, definition.handler.replace(/[.]\w+$/, '.mjs'));
    // The query separates functions with the same bundle: each function loads the module with a state of its own.
    this.#url = `${pathToFileURL(file)}?${definition.name}`;
  }

  /**
   * Handles one event. If too many calls of the function are running, the event waits for earlier ones.
   * @returns the handler's result
   * @throws FunctionTimeoutError when the call exceeds the function's timeout
   * @throws Error when the handler throws or its thread exits
   */
  async invoke(event: unknown): Promise<unknown> {
    if (this.#busyCount < MAX_CALLS) this.#busyCount++;
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
      runHandler: () => {
        const run = this.invoke(event);
        // Nobody awaits an asynchronous invocation, so without this handler its failure would end the server.
        run.catch(() => {});
        return run;
      },
    };
  }

  async #run(event: unknown): Promise<unknown> {
    const { name, timeout } = this.#definition;
    const thread = takeIdleThread(this.#url) ?? startThread();
    const { worker } = thread;
    const abortController = new AbortController();
    const { signal } = abortController;
    const timer = setTimeout(() => abortController.abort(), timeout * 1000);
    try {
      thread.urls.add(this.#url);
      const context = { functionName: name, awsRequestId: randomUUID() };
      worker.postMessage({ event, timeout: timeout * 1000, context, ...this.#module });
      const [message]: WorkerMessage[] = await Promise.race([
        once(worker, 'message', { signal }),
        once(worker, 'exit', { signal }).then(([code]) => {
          throw new Error(`the worker thread exited with code ${code}`);
        }),
      ]);
      addIdleThread(thread);
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

  /** The handler and its environment variables. */
  get #module() {
    const { handler, environment } = this.#definition;
    const awsSettings = Object.entries(process.env).filter(([key]) => key.startsWith('AWS_'));
    return {
      url: this.#url,
      exportName: /\w+$/.exec(handler)?.[0],
      environment: { ...Object.fromEntries(awsSettings), ...environment },
    };
  }
}

function startThread(): Thread {
  const resourceLimits = { maxYoungGenerationSizeMb: 4 }; // The default of 48 MB would keep hundreds of MB of garbage.
  const worker = new Worker(WORKER_SCRIPT, { env: {}, execArgv: [], resourceLimits });
  const thread = { worker, urls: new Set<string>() };
  // Without a listener, an uncaught error in the thread would end the server.
  worker
    .on('error', () => {})
    .once('exit', () => {
      if (idleThreads.includes(thread)) removeIdleThread(idleThreads.indexOf(thread));
    });
  return thread;
}

/** Prefers a thread that has loaded the bundle; otherwise takes the last used thread. */
function takeIdleThread(url: string): Thread | undefined {
  return removeIdleThread(idleThreads.findLastIndex(({ urls }) => urls.has(url)));
}

function addIdleThread(thread: Thread): void {
  thread.timer = setTimeout(() => thread.worker.terminate(), IDLE_TIMEOUT_MS);
  idleThreads.push(thread);
}

/** @param index position of the thread; -1 is the last one */
function removeIdleThread(index: number): Thread | undefined {
  const [thread] = idleThreads.splice(index, 1);
  clearTimeout(thread?.timer);
  return thread;
}
