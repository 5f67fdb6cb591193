/** Runs operations of the API, with idempotency keys and simulated failures. */
import { errorResponse, expandResponse, type HttpResponse, jsonResponse } from '../responses.ts';
import type { ApiFault, StripeApiRequest, StripeEmulator } from '../types.ts';
import { createFaultError, isRejectedEarly, takeFault } from './faults.ts';
import { findStoredResponse, type IdempotentRequest, storeResponse } from './idempotency.ts';
import { readParameters } from './request-parameters.ts';

export type OperationHandler = (call: StripeApiRequest<never>) => object;

interface OperationRequest {
  /** The name of the operation, such as `POST /v1/refunds`. */
  readonly operation: string;
  readonly handle: OperationHandler;
  /** Id in the URL's path; empty if the path contains none. */
  readonly id: string;
  /** Idempotency key of the request with the data to compare; undefined if the request has no key. */
  readonly idempotent: IdempotentRequest | undefined;
  /** The query or the form-encoded body. */
  readonly encodedParameters: string;
}

/**
 * Runs an operation, or returns the stored response of a repeated request.
 * @throws StripeError that is not stored under the idempotency key
 */
export function runOperation(
  { operation, handle, id, idempotent, encodedParameters }: OperationRequest,
  provider: StripeEmulator,
): HttpResponse {
  const storedResponse = idempotent && findStoredResponse(idempotent, provider);
  if (storedResponse) return storedResponse;
  const call = { ...provider, params: readParameters(operation, encodedParameters), id };
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
