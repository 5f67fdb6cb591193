/**
 * Size limits of API Gateway and Lambda. The local stack applies AWS's values only with `PLATFORM_LIMITS=aws`
 * (infra/docs/partners.md).
 */
const MEBIBYTE = 1024 * 1024;

const hasAwsLimits = process.env.PLATFORM_LIMITS === 'aws';

/** Maximum size of an HTTP body in bytes. The local default is enough for two scans of 10 MB and the other fields. */
export const BODY_LIMIT = (hasAwsLimits ? 10 : 25) * MEBIBYTE;

/** Maximum size of a Lambda event on AWS, in bytes. With the body in Base64, a form may have about 4.4 MB. */
export const EVENT_LIMIT = 6 * MEBIBYTE;

/** Whether a larger event is rejected. By default, it only causes a warning. */
export const isEventLimitEnforced = hasAwsLimits;

/** Maximum size of the request line and all headers in bytes. */
export const HEADER_LIMIT = 10_240;
