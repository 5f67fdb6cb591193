/**
 * Runs one instance of a function in a thread of its own. Replaces serverless-offline's, which dies
 * with the first function that throws outside its handler: on AWS that costs one instance.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';

interface Options {
  readonly codeDir: string;
  readonly functionKey: string;
  readonly handler: string;
  readonly servicePath: string;
  readonly timeout: number;
}

const HELPER = join(
  dirname(createRequire(import.meta.url).resolve('serverless-offline')),
  'lambda/handler-runner/worker-thread-runner/workerThreadHelper.js',
);

export default class WorkerRunner {
  readonly #options: Options;
  readonly #env: NodeJS.ProcessEnv;
  #worker: Worker | undefined;

  constructor({ codeDir, functionKey, handler, servicePath, timeout }: Options, env: NodeJS.ProcessEnv) {
    this.#options = { codeDir, functionKey, handler, servicePath, timeout };
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
    // Not with the server's own hooks: loading them in each thread cost 190 MB over all functions.
    const options = { env: this.#env, workerData: this.#options, execArgv: [] };
    const worker = new Worker(HELPER, options);
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    // An error that nobody listens to would end the whole server; only the instance is over.
    worker.on('error', forget).once('exit', forget);
    return worker;
  }
}
