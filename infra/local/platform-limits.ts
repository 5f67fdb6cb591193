/** What AWS refuses before any of our code runs, and this machine only when asked (infra/docs/api/conventions.md). */
const MEBIBYTE = 1024 * 1024;

const hasAwsLimits = process.env.PLATFORM_LIMITS === 'aws';

/** Bytes of an HTTP body; locally enough for two scans of 10 MB and the rest of the form. */
export const BODY_LIMIT = (hasAwsLimits ? 10 : 25) * MEBIBYTE;

/** Bytes of a Lambda's event, its body base64-encoded. */
export const EVENT_LIMIT = hasAwsLimits ? 6 * MEBIBYTE : Number.POSITIVE_INFINITY;

export const BODY_TOO_LARGE_MESSAGE = hasAwsLimits
  ? 'The request body is too large. Upload the files with POST /api/v1/uploads and send their keys instead.'
  : 'The request body is too large.';
