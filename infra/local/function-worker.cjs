/** One instance of a function: a thread that loads the bundle and handles events. Started by function-runner.ts. */
const { inspect } = require('node:util');
const { parentPort, workerData } = require('node:worker_threads');

parentPort?.on('message', async ({ event, timeout, ...context }) => {
  const deadline = performance.now() + timeout;
  const getRemainingTimeInMillis = () => Math.max(0, Math.floor(deadline - performance.now()));
  try {
    const handler = require(workerData.file)[workerData.name]; // If loading fails, only this call fails.
    parentPort?.postMessage({ value: await handler(event, { ...context, getRemainingTimeInMillis }) });
  } catch (error) {
    parentPort?.postMessage({ failure: inspect(error) }); // Not every error can be sent between threads.
  }
});
