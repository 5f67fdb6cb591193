/** Worker thread that loads the bundles of functions and handles one event at a time. function-runner.ts starts it. */
const { inspect } = require('node:util');
const { parentPort } = require('node:worker_threads');

parentPort?.on('message', async ({ event, timeout, context, url, exportName, environment }) => {
  const deadline = performance.now() + timeout;
  const getRemainingTimeInMillis = () => Math.max(0, Math.floor(deadline - performance.now()));
  setEnvironment(environment);
  try {
    const { [exportName]: handler } = await import(url); // If loading fails, only this call fails.
    parentPort?.postMessage({ value: await handler(event, { ...context, getRemainingTimeInMillis }) });
  } catch (error) {
    parentPort?.postMessage({ failure: inspect(error) }); // The error is sent as text, because not every error can be cloned.
  }
});

/** @param {NodeJS.ProcessEnv} environment */
function setEnvironment(environment) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}
