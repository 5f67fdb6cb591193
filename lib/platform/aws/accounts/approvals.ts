/**
 * Approval right after registration (contract §3): in the sandbox the approval function is invoked
 * while the caller waits, but never for longer than two seconds; the job approves if it fails.
 */
import type { Approvals } from '../../../domain/ports/accounts.ts';
import { log } from '../../../log.ts';
import { type Environment, isSandbox, required } from '../../environment.ts';
import { openLambda } from '../services.ts';
import type { SignedCall } from '../signed-calls.ts';

/** For those who never invoke the function. */
export function sandboxOf(environment: Environment): Pick<Approvals, 'automatic'> {
  return { automatic: isSandbox(environment) };
}

export function lambdaApprovals(environment: Environment): Approvals {
  const automatic = isSandbox(environment);
  let call: SignedCall | undefined;

  async function invoke(expertId: string): Promise<void> {
    call ??= openLambda(environment);
    const name = encodeURIComponent(required(environment, 'APPROVE_FUNCTION'));
    const { headers } = await call({
      path: `/2015-03-31/functions/${name}/invocations`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ expertId }),
    });
    if (headers['x-amz-function-error']) throw new Error('The approval function failed.');
  }

  return {
    automatic,
    async expertRegistered(expertId) {
      if (!automatic) return;
      await invoke(expertId).catch(error => log.warn({ event: 'approval left to its job', error }));
    },
  };
}
