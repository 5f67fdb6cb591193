/**
 * Size limits of API Gateway and Lambda. The local stack applies AWS's values only with `PLATFORM_LIMITS=aws`
 * (infra/docs/partners.md).
 */
const MEBIBYTE = 1024 * 1024;

const hasAwsLimits = process.env.PLATFORM_LIMITS === 'aws';

/** Maximum bytes of an HTTP body. The local default is enough for two scans of 10 MB and the other fields. */
export const BODY_LIMIT = (hasAwsLimits ? 10 : 25) * MEBIBYTE;

/** Maximum bytes of a Lambda event on AWS, which contains the body base64-encoded: a form of about 4.4 MB. */
export const EVENT_LIMIT = 6 * MEBIBYTE;

/** Whether a larger event is rejected. By default, it only gets a warning. */
export const isEventLimitEnforced = hasAwsLimits;

/** The message of the error response 413. */
export const BODY_TOO_LARGE_MESSAGE = hasAwsLimits
  ? 'The request body is too large. Upload the files with POST /api/v1/uploads and send their keys instead.'
  : 'The request body is too large.';
