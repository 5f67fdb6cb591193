/** Runs operations of the API, with idempotency keys and with the faults that tests plan. */
import { setTimeout as wait } from 'node:timers/promises';
import { errorResponse, expandResponse, type HttpResponse, jsonResponse } from '../responses.ts';
import type { ApiFault, StripeApiRequest, StripeEmulator } from '../types.ts';
import { createFaultError, isRejectedEarly, takeFault } from './faults.ts';
import { createIdempotentRunner, findStoredResponse, type IdempotentRequest } from './idempotency.ts';

/** A request for an operation. */
export interface OperationRequest {
  /** The name of the operation, such as `POST /v1/refunds`. */
  readonly operation: string;
  readonly handle: (call: StripeApiRequest<never>) => object;
  /** The id in the path of the URL; empty if the path contains no id. */
  readonly id: string;
  /** Undefined when the request has no idempotency key. */
  readonly idempotent: IdempotentRequest | undefined;
  /** @throws StripeError when a parameter is unknown, missing or of the wrong type */
  readParams(): object;
}

/** Creates the function that runs operations. It throws the errors that are not stored under an idempotency key. */
export function createOperationRunner(provider: StripeEmulator) {
  const runOnce = createIdempotentRunner(provider);

  return async (request: OperationRequest): Promise<HttpResponse> => {
    const { id, idempotent, operation } = request;
    const replay = idempotent && findStoredResponse(idempotent, provider);
    if (replay) return replay;
    const call = { ...provider, params: request.readParams(), id };
    const fault = takeFault(operation, provider);
    if (fault && isRejectedEarly(fault)) throw createFaultError(fault);
    const run = () => runOperation(request, call, fault);
    return idempotent ? runOnce(idempotent, run) : run();
  };
}

/** Runs an operation. Returns errors as responses, so that errors are also stored under the idempotency key. */
async function runOperation(
  { handle }: OperationRequest,
  call: StripeApiRequest<{ readonly expand?: readonly string[] }>,
  fault: ApiFault | undefined,
): Promise<HttpResponse> {
  const { controls } = call;
  if (controls.responseDelaySeconds > 0) await wait(controls.responseDelaySeconds * 1000);
  try {
    if (fault === 'error') throw createFaultError(fault);
    const result = handle(call as StripeApiRequest<never>);
    if (fault) throw createFaultError(fault);
    return jsonResponse(200, expandResponse(result, call.params.expand ?? [], call.store.findAny));
  } catch (error) {
    return errorResponse(error);
  }
}
