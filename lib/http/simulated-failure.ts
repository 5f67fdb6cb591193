/**
 * Simulated failures, for testing how a frontend handles errors (infra/docs/api/sandbox.md#failures-on-request). The
 * header that requests a failure is read only in the sandbox.
 */
import { DomainError } from '../domain/errors.ts';
import { LimitExceeded } from '../domain/limits/rate-limits.ts';

export const FAILURE_HEADER = 'x-sandbox-failure';

/** Matches the routes that do not simulate failures, because frontends do not call them. */
export const FAILURE_EXCEPTIONS = /\/api\/v1\/(?:docs|health|openapi|operator|webhooks)\b/;

const SLOW_MS = 5000;
const SIMULATED_LIMIT = { limit: 'profile-changes', quota: 60, window: 3600, resetSeconds: 5 } as const;

/** Error that the caller has requested. It is not logged as an error. */
export class SimulatedFailure extends DomainError {}

/**
 * Simulates the failure that the caller has requested: throws the error of a status or, for `slow`, waits 5 seconds.
 * @param isKnownCaller whether the caller has a token or a key. `slow` requires one, so that strangers cannot occupy
 * many functions
 * @throws DomainError `bad-sandbox-failure` for an unknown value, and for `slow` from an unknown caller
 */
export async function simulateFailure(failure: string, isKnownCaller: boolean): Promise<void> {
  if (failure === '429') throw new LimitExceeded(SIMULATED_LIMIT);
  if (failure === '500') throw new SimulatedFailure('internal');
  if (failure === '503') throw new SimulatedFailure('unavailable');
  if (failure !== 'slow' || !isKnownCaller) throw new DomainError('bad-sandbox-failure');
  await new Promise(resolve => setTimeout(resolve, SLOW_MS));
}
