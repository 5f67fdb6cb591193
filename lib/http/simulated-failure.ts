/**
 * Simulated failures, for testing how a frontend handles errors (infra/docs/api/sandbox.md#failures-on-request). The
 * header that requests a failure is read only in the sandbox.
 */
import { DomainError } from '../domain/errors.ts';

export const FAILURE_HEADER = 'x-sandbox-failure';

const SLOW_MS = 5000;
const RETRY_AFTER = { 'retry-after': '5' };

/**
 * Simulates the failure that the caller requested. The function waits 5 seconds for `slow` and does nothing for unknown
 * values.
 *
 * @throws DomainError `too-many-requests` when `429` is requested, `unavailable` when `503` is requested
 */
export async function simulateFailure(failure: string): Promise<void> {
  if (failure === '429') throw new DomainError('too-many-requests', RETRY_AFTER);
  if (failure === '503') throw new DomainError('unavailable', RETRY_AFTER);
  if (failure === 'slow') await new Promise(resolve => setTimeout(resolve, SLOW_MS));
}
