/** Invocation of the function that checks files (functions/jobs/check-files.ts). */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { FileChecks } from '../../../domain/ports/files.ts';
import { log } from '../../../log.ts';
import { type Environment, requireVariable } from '../../environment.ts';
import { createLambdaClient } from '../clients.ts';

export function lambdaFileChecks(environment: Environment): FileChecks {
  let client: LambdaClient | undefined;
  return {
    async start(jobIds) {
      client ??= createLambdaClient(environment);
      const invocation = new InvokeCommand({
        FunctionName: requireVariable(environment, 'CHECK_FILES_FUNCTION'),
        InvocationType: 'Event',
        Payload: JSON.stringify({ jobIds }),
      });
      await client.send(invocation).catch(error => log.warn({ event: 'file_checks.start_failed', error }));
    },
  };
}
