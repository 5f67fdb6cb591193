/**
 * One instance of a function: its bundle in a thread, one event after another. Started by worker-runner.ts.
 * serverless-offline's own would bring a compiler for TypeScript into each.
 */
const { parentPort, workerData } = require('node:worker_threads');

const { file, name, timeout } = workerData;

parentPort?.on('message', async ({ event, context, port }) => {
  const end = performance.now() + timeout;
  const getRemainingTimeInMillis = () => Math.max(0, Math.floor(end - performance.now()));
  try {
    const handler = require(file)[name]; // One that cannot be loaded fails its calls, not the server.
    port.postMessage(await handler(event, { ...context, getRemainingTimeInMillis }));
  } catch (error) {
    port.postMessage(sendable(error));
  } finally {
    port.close();
  }
});

/** Whatever was thrown fails the call; its stack has its name, and the rest of it may be more than a thread can send. */
function sendable(/** @type {unknown} */ thrown) {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  return Object.assign(new Error(thrown.message), { stack: thrown.stack });
}
