/** Worker thread that loads a function's bundle and handles its events. function-runner.ts starts it. */
const { inspect } = require('node:util');
const { parentPort, workerData } = require('node:worker_threads');

parentPort?.on('message', async ({ event, timeout, ...context }) => {
  const deadline = performance.now() + timeout;
  const getRemainingTimeInMillis = () => Math.max(0, Math.floor(deadline - performance.now()));
  try {
    const { [workerData.name]: handler } = await import(workerData.file); // If loading fails, only this call fails.
    parentPort?.postMessage({ value: await handler(event, { ...context, getRemainingTimeInMillis }) });
  } catch (error) {
    parentPort?.postMessage({ failure: inspect(error) }); // Sent as text, because not every error can be cloned.
  }
});
