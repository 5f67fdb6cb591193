/** Faults of API requests that tests plan. */
import { StripeError } from '../responses.ts';
import type { ApiFault, PlannedFault, StripeEmulator } from '../types.ts';

const LOCK_TIMEOUT_MESSAGE =
  'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate.';

const ERRORS: Readonly<Record<ApiFault, () => StripeError>> = {
  error: createServerError,
  'error-after': createServerError,
  'lock-timeout': () => new StripeError(429, LOCK_TIMEOUT_MESSAGE, { code: 'lock_timeout' }),
  'rate-limit': () =>
    new StripeError(
      429,
      'Request rate limit exceeded. Learn more about rate limits: stripe.com/docs/rate-limits.',
      {
        code: 'rate_limit',
      },
    ),
};

function createServerError(): StripeError {
  return new StripeError(500, 'An unknown error occurred.', { type: 'api_error' });
}

/** Returns whether Stripe rejects the request before the operation and does not store the error for repetitions. */
export const isRejectedEarly = (fault: ApiFault | undefined): boolean =>
  fault === 'lock-timeout' || fault === 'rate-limit';

/** Creates the error that a client gets because of a fault. */
export const createFaultError = (fault: ApiFault): StripeError => ERRORS[fault]();

/** Takes the fault that is planned for the next request for an operation, such as `POST /v1/refunds`. */
export function takeFault(operation: string, { controls }: StripeEmulator): ApiFault | undefined {
  const isPlanned = (planned: PlannedFault) =>
    planned.count > 0 && (planned.operation === undefined || planned.operation === operation);
  const planned = controls.faults.find(isPlanned);
  if (planned) {
    planned.count--;
    return planned.fault;
  }
  if (!operation.startsWith('POST') || controls.failures === 0) return undefined;
  controls.failures--;
  return 'error';
}
