/** Security headers of the console (infra/local/console-server.ts). */

/**
 * Creates the Content Security Policy. Pages load everything from their own origin, and scripts may connect only to the
 * given origins.
 * @param connectOrigins origins of the API and the upload bucket
 */
export const createContentSecurityPolicy = (...connectOrigins: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob:",
    `connect-src ${connectOrigins.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};
