/**
 * Automatic approval right after registration, in the sandbox only (infra/docs/api/approval.md). The registration waits
 * at most two seconds for the response of the approval function. If the invocation fails, a job approves the expert.
 */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { AutomaticApproval } from '../../../domain/ports/accounts.ts';
import { findCurrentCause, log } from '../../../log.ts';
import { type Environment, isSandbox, requireVariable } from '../../environment.ts';
import { createLambdaClient } from '../clients.ts';

/** Reads whether approval is automatic, for functions that never invoke the approval function themselves. */
export function readAutomaticApproval(environment: Environment): Pick<AutomaticApproval, 'isEnabled'> {
  return { isEnabled: isSandbox(environment) };
}

/**
 * Creates the automatic approval of the registration. Packaging replaces `process.env.SANDBOX` by the setting of the
 * stage (infra/bundle/build-bundles.ts), so that only the bundle of a sandbox contains the Lambda client.
 */
export const createAutomaticApproval = (environment: Environment): AutomaticApproval =>
  process.env.SANDBOX === 'true'
    ? createLambdaApproval(environment)
    : { ...readAutomaticApproval(environment), approve: async () => {} };

export function createLambdaApproval(
  environment: Environment,
  openClient: typeof createLambdaClient = createLambdaClient,
): AutomaticApproval {
  const automatic = isSandbox(environment);
  let client: LambdaClient | undefined;

  async function invoke(expertId: string): Promise<void> {
    client ??= openClient(environment);
    const { FunctionError } = await client.send(
      new InvokeCommand({
        FunctionName: requireVariable(environment, 'APPROVE_FUNCTION'),
        Payload: JSON.stringify({ expertId, causedBy: findCurrentCause() }),
      }),
    );
    if (FunctionError) throw new Error('The approval function failed.');
  }

  return {
    isEnabled: automatic,
    async approve(expertId) {
      if (!automatic) return;
      await invoke(expertId).catch(error => log.warn({ event: 'approval.invocation_failed', error }));
    },
  };
}
