/**
 * Errors that may be gone at the next attempt: the network failed, or AWS was busy. Transactions are repeated after
 * them, and the HTTP layer responds with 503 in place of 500.
 */

/** Names that the AWS SDK counts as throttling or transient, and names that it does not know. */
const NAMES = new Set([
  // Throttling
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'KMS.ThrottlingException',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  // A service or the network did not answer in time
  'RequestTimeout',
  'RequestTimeoutException',
  'TimeoutError',
  // Another transaction holds an item, or this one is still being committed
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** Codes of network errors from Node.js. */
const NETWORK_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Reasons for which DynamoDB cancels a transaction that may succeed the next time. */
const CANCELLATION_CODES = new Set([
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'TransactionConflict',
]);

interface AwsErrorFields {
  readonly code?: unknown;
  readonly cause?: unknown;
  /** The SDK's own judgement of an error that the service's model describes. */
  readonly $retryable?: object;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
}

export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, $metadata, $retryable, CancellationReasons = [] } = error as AwsErrorFields;
  const status = $metadata?.httpStatusCode ?? 0;
  return (
    $retryable !== undefined ||
    NAMES.has(error.name) ||
    NETWORK_CODES.has(String(code)) ||
    status === 429 ||
    status >= 500 ||
    CancellationReasons.some(({ Code = '' }) => CANCELLATION_CODES.has(Code)) ||
    isTransient(cause)
  );
}
