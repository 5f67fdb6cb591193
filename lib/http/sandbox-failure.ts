/**
 * Failures on demand, for whoever tries how a frontend bears them (infra/docs/api/sandbox.md). Only the
 * sandbox's edge reads the header.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../domain/errors.ts';

export const FAILURE_HEADER = 'x-sandbox-failure';

const SLOW_MS = 5000;
const RETRY_AFTER = { 'retry-after': '5' };

/** @throws DomainError in place of the work, for `429` and `503`; resolves 5 s later for `slow`, at once for all else */
export async function simulateFailure(wanted: string | undefined): Promise<void> {
  if (wanted === '429') throw new DomainError('too-many-requests', RETRY_AFTER);
  if (wanted === '503') throw new DomainError('unavailable', RETRY_AFTER);
  if (wanted === 'slow') await sleep(SLOW_MS);
}
