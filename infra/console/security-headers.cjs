/** What a browser is told about the console, wherever it is served: by server.ts, by CloudFront. */

/**
 * Everything comes from the console itself; scripts call the API, and upload to the bucket.
 *
 * @param {readonly string[]} connectOrigins origins
 */
const createContentSecurityPolicy = (...connectOrigins) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    `connect-src ${connectOrigins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

module.exports = { createContentSecurityPolicy, SECURITY_HEADERS };
