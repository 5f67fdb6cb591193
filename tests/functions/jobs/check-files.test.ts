/** Tests of the function that checks uploaded files, with a fake job queue. */
import { expect, it } from 'vitest';
import { createCheckFilesHandler } from '../../../functions/jobs/check-files.ts';
import type { FileCheckDependencies } from '../../../lib/domain/jobs/run-file-check.ts';
import { readLogEvents } from '../../support/captured-log.ts';

/** Runs the function with jobs that other processes have claimed. Jobs with the id `broken` cannot be read. */
async function checkFiles(jobIds: readonly string[], remainingMs: number) {
  const claimed: string[] = [];
  const claim = async (id: string) => {
    claimed.push(id);
    if (id === 'broken') throw new Error('the table does not respond');
    return undefined;
  };
  const handler = createCheckFilesHandler({ jobs: { claim } } as unknown as FileCheckDependencies);
  const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => remainingMs };
  const error = await handler({ jobIds }, context).then(
    () => undefined,
    reason => reason,
  );
  return { claimed, error };
}

it('the function that checks files claims each of its jobs', async () => {
  expect(await checkFiles(['1', '2'], 150_000)).toEqual({ claimed: ['1', '2'], error: undefined });
});

it('the function that checks files starts no check when 90 seconds or less remain', async () => {
  expect(await checkFiles(['1', '2'], 90_000)).toEqual({ claimed: [], error: undefined });
});

it('a file check that cannot be read does not stop the others but fails the invocation', async () => {
  const { claimed, error } = await checkFiles(['broken', '2'], 150_000);

  expect(claimed).toEqual(['broken', '2']);
  expect(error).toMatchObject({ message: 'the table does not respond' });
  expect(readLogEvents('file_checks.job_failed')).toMatchObject([{ jobId: 'broken' }]);
});
