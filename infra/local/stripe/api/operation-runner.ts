/** Runs operations of the API, with idempotency keys and simulated failures. */
import { errorResponse, expandResponse, type HttpResponse, jsonResponse, StripeError } from '../responses.ts';
import type { ApiFault, PlannedFault, StripeApiRequest, StripeEmulator } from '../types.ts';
import { findStoredResponse, type IdempotentRequest, storeResponse } from './idempotency.ts';
import { readOperationParameters } from './parameters.ts';

export type OperationHandler = (call: StripeApiRequest<never>) => object;

interface OperationRequest {
  /** The name of the operation, such as `POST /v1/refunds`. */
  readonly operation: string;
  readonly handle: OperationHandler;
  /** Id in the URL's path; empty if the path contains none. */
  readonly id: string;
  /** Idempotency key of the request, and the data that a repeated request must match; undefined without a key. */
  readonly idempotent: IdempotentRequest | undefined;
  /** The query or the form-encoded body. */
  readonly parameters: string;
}

/**
 * Runs an operation, or returns the stored response of a repeated request.
 * @throws StripeError when the request is rejected before the operation starts; this error is not stored under the
 *   idempotency key
 */
export function runOperation(
  { operation, handle, id, idempotent, parameters }: OperationRequest,
  provider: StripeEmulator,
): HttpResponse {
  const storedResponse = idempotent && findStoredResponse(idempotent, provider);
  if (storedResponse) return storedResponse;
  const call = { ...provider, params: readOperationParameters(operation, parameters), id };
  const fault = takeFault(operation, provider);
  if (fault && isRejectedEarly(fault)) throw createFaultError(fault);
  const response = callHandler(handle, call, fault);
  if (idempotent) storeResponse(idempotent, response, provider);
  return response;
}

/** Calls the handler of an operation. Errors become responses, so that they are stored under the idempotency key. */
function callHandler(
  handle: OperationHandler,
  call: StripeApiRequest<{ readonly expand?: readonly string[] }>,
  fault: ApiFault | undefined,
): HttpResponse {
  try {
    if (fault === 'error') throw createFaultError(fault);
    const result = handle(call as StripeApiRequest<never>);
    if (fault) throw createFaultError(fault);
    return jsonResponse(200, expandResponse(result, call.params.expand ?? [], call.store.findAny));
  } catch (error) {
    return errorResponse(error);
  }
}

/**
 * Returns whether a fault makes Stripe reject the request before the operation starts. Such errors are not stored under
 * the idempotency key.
 */
const isRejectedEarly = (fault: ApiFault | undefined): boolean =>
  fault === 'lock-timeout' || fault === 'rate-limit';

/** Creates the error that a client gets because of a fault. */
function createFaultError(fault: ApiFault): StripeError {
  return isRejectedEarly(fault)
    ? new StripeError(429, 'Too many requests.', { code: fault.replace('-', '_') })
    : new StripeError(500, 'An unknown error occurred.', { type: 'api_error' });
}

/** Removes and returns the fault that is planned for the next request of an operation, such as `POST /v1/refunds`. */
function takeFault(operation: string, { controls }: StripeEmulator): ApiFault | undefined {
  const isPlanned = (planned: PlannedFault) =>
    planned.count > 0 && (planned.operation === undefined || planned.operation === operation);
  const planned = controls.faults.find(isPlanned);
  if (planned) planned.count--;
  return planned?.fault;
}
