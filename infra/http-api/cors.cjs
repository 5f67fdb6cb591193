/**
 * Which pages may call the API from a browser (infra/docs/api/conventions.md). Tokens travel in a header, so no
 * cookies and no credentials.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 */
const { isSandbox, readStage } = require('../functions/stage.cjs');

/** The last three carry a frontend's own tracing. */
const SENT = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match'],
  ...['traceparent', 'sentry-trace', 'baggage'],
];

/** What scripts of other origins may read (infra/docs/api/conventions.md). */
const READ = [
  ...['X-Request-Id', 'X-Error-Code', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  ...['ETag', 'Idempotency-Replayed'],
];

/** @param {Serverless} serverless */
async function cors({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  return {
    allowedOrigins: stage.origins,
    allowedHeaders: [...SENT, ...(isSandbox(stage) ? ['X-Sandbox-Failure'] : [])],
    allowedMethods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    exposedResponseHeaders: READ,
    maxAge: 3600,
  };
}

module.exports = { cors };
