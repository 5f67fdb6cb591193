/**
 * Classification of transient errors, which may not recur on a retry: network failures, throttling and server errors.
 * After a transient error, a transaction is retried, and the HTTP layer responds with 503 instead of 500.
 */

/** Names of transient errors: all that the AWS SDK treats as throttling or transient, and a few more. */
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
  // A service or the network has not responded in time
  'RequestTimeout',
  'RequestTimeoutException',
  'TimeoutError',
  // The deadline of the invocation has passed (lib/deadline.ts). The AWS SDK throws `AbortError` in this case.
  'AbortError',
  'DeadlineExceeded',
  // Another transaction has locked an item, or the same transaction is being committed
  'TransactionConflictException',
  'TransactionInProgressException',
]);

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

/** Codes of the reasons for which DynamoDB cancels a transaction that may succeed on a retry. */
const CANCELLATION_CODES = new Set([
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
  'TransactionConflict',
]);

interface AwsErrorFields {
  readonly code?: unknown;
  readonly cause?: unknown;
  /** Set by the SDK on errors that the service's model marks as retryable. */
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
