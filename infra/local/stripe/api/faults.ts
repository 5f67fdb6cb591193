/** Faults of API requests that tests plan. */
import { StripeError } from '../responses.ts';
import type { ApiFault, PlannedFault, StripeEmulator } from '../types.ts';

/** Returns whether Stripe rejects the request before the operation and does not store the error for repetitions. */
export const isRejectedEarly = (fault: ApiFault | undefined): boolean =>
  fault === 'lock-timeout' || fault === 'rate-limit';

/** Creates the error that a client gets because of a fault. */
export function createFaultError(fault: ApiFault): StripeError {
  return isRejectedEarly(fault)
    ? new StripeError(429, 'Too many requests.', { code: fault.replace('-', '_') })
    : new StripeError(500, 'An unknown error occurred.', { type: 'api_error' });
}

/** Takes the fault that is planned for the next request for an operation, such as `POST /v1/refunds`. */
export function takeFault(operation: string, { controls }: StripeEmulator): ApiFault | undefined {
  const isPlanned = (planned: PlannedFault) =>
    planned.count > 0 && (planned.operation === undefined || planned.operation === operation);
  const planned = controls.faults.find(isPlanned);
  if (planned) planned.count--;
  return planned?.fault;
}
