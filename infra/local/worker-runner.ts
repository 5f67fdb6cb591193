/**
 * Runs one instance of a function in a thread of its own. Replaces serverless-offline's, which dies
 * with the first function that throws outside its handler: on AWS that costs one instance.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';

interface Options {
  readonly codeDir: string;
  /** `functions/me/show.handler` */
  readonly handler: string;
  readonly servicePath: string;
  readonly timeout: number;
}

const WORKER = fileURLToPath(new URL('./worker.cjs', import.meta.url));

/** Each instance has its own, and most are asked now and then: collected more often, they keep less. */
const HEAP = { maxYoungGenerationSizeMb: 2 };

export default class WorkerRunner {
  readonly #options: Options;
  readonly #env: NodeJS.ProcessEnv;
  #worker: Worker | undefined;

  constructor(options: Options, env: NodeJS.ProcessEnv) {
    this.#options = options;
    this.#env = env;
  }

  async cleanup(): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Rejects when the handler throws, and when the thread ends under it. */
  run(event: unknown, context: unknown): Promise<unknown> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const { port1, port2 } = new MessageChannel();

    return new Promise<unknown>((resolve, reject) => {
      const died = (reason: unknown) =>
        reject(reason instanceof Error ? reason : new Error(`the function's process ended (${reason})`));
      worker.once('error', died).once('exit', died);
      port1.once('message', value => {
        worker.off('error', died).off('exit', died);
        if (value instanceof Error) reject(value);
        else resolve(value);
      });
      worker.postMessage({ context, event, port: port2 }, [port2]);
    }).finally(() => port1.close());
  }

  #start(): Worker {
    const { codeDir, handler, servicePath, timeout } = this.#options;
    const [module = '', name] = handler.split('.');
    const file = resolve(servicePath, codeDir, `${module}.cjs`);
    const worker = new Worker(WORKER, {
      env: this.#env,
      workerData: { file, name, timeout },
      execArgv: [], // The server's own hooks would cost each thread four megabytes.
      resourceLimits: HEAP,
    });
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    // An error that nobody listens to would end the whole server; only the instance is over.
    worker.on('error', forget).once('exit', forget);
    return worker;
  }
}
