/** Simulated failures of API requests, which tests plan in advance. */
import { StripeError } from '../responses.ts';
import type { ApiFault, PlannedFault, StripeEmulator } from '../types.ts';

/**
 * Returns whether Stripe rejects the request before it starts the operation. Such errors are not stored under the
 * idempotency key.
 */
export const isRejectedEarly = (fault: ApiFault | undefined): boolean =>
  fault === 'lock-timeout' || fault === 'rate-limit';

/** Creates the error that a client gets because of a fault. */
export function createFaultError(fault: ApiFault): StripeError {
  return isRejectedEarly(fault)
    ? new StripeError(429, 'Too many requests.', { code: fault.replace('-', '_') })
    : new StripeError(500, 'An unknown error occurred.', { type: 'api_error' });
}

/** Removes and returns the fault that is planned for the next request of an operation, such as `POST /v1/refunds`. */
export function takeFault(operation: string, { controls }: StripeEmulator): ApiFault | undefined {
  const isPlanned = (planned: PlannedFault) =>
    planned.count > 0 && (planned.operation === undefined || planned.operation === operation);
  const planned = controls.faults.find(isPlanned);
  if (planned) planned.count--;
  return planned?.fault;
}
