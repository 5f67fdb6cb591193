/**
 * Tests of the trace of a request: the log lines of all jobs that it causes contain its id
 * (infra/docs/log-events.md#from-a-request-to-its-mails).
 */
import { beforeEach, expect, it } from 'vitest';
import { startReconciliation } from '../../../functions/jobs/start-reconciliation.ts';
import { clientBody, expertBody, uniqueEmail } from '../../support/builders.ts';
import { clearOutput, readLogEvents, readOutput } from '../../support/captured-log.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

beforeEach(clearOutput);

/** Returns the log lines that the query in infra/docs/log-events.md finds for a request, oldest first. */
function readTrace(requestId: unknown): Record<string, unknown>[] {
  const lines = readOutput()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line));
  return lines.filter(line => line.requestId === requestId || line.causedBy === requestId);
}

const listJobs = ({ deps }: Service) => listItems(deps, 'JOB#');

it('the log connects a request with the message id of the mail that it caused', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { headers, body } = await service.post('/auth/register/client', clientBody({ email }));
  await service.streamJobs(await service.deps.jobs.listDue());

  const trace = readTrace(headers['x-request-id']);

  const [userId] = body.data.token.split('_');
  expect(trace).toMatchObject([
    { event: 'request.completed', route: 'POST /api/v1/auth/register/client', status: 201, userId },
    { event: 'mail.sent', mail: 'verify-email', userId, messageId: expect.stringMatching(/^[\w-]{10,}$/) },
    { event: 'job.done', jobKind: 'mail', mail: 'verify-email', userId, mailState: 'sent' },
  ]);
  const [, sent, done] = trace;
  expect(sent?.jobId).toBe(done?.jobId);
  // The line of the mail has the id of the invocation that sent the mail.
  expect(sent?.requestId).not.toBe(headers['x-request-id']);
  expect(JSON.stringify(trace)).not.toContain(email);
});

it('the log connects a request with jobs that its jobs have caused in another function', async () => {
  const service = await startService();
  const { headers } = await service.post('/auth/register/expert', expertBody());
  // This run stores the scans permanently and adds the job that checks them.
  await service.streamJobs(await service.deps.jobs.listDue());
  await service.runJobs();

  const causes = (await listJobs(service)).map(({ task, causedBy }) => [task.kind, causedBy]);

  expect(Object.fromEntries(causes)).toEqual(
    Object.fromEntries(
      ['mail', 'keep-scans', 'check-scans', 'expire-scans'].map(kind => [kind, headers['x-request-id']]),
    ),
  );
  const lines = readTrace(headers['x-request-id']).filter(({ jobKind }) => jobKind === 'check-scans');
  expect(lines.map(({ event }) => event).filter(event => /^job/.test(String(event)))).toEqual([
    'job.inspected',
    'job.done',
  ]);
});

it('jobs that a schedule causes have the id of the scheduled invocation as their cause', async () => {
  const service = await startService();
  await startReconciliation(service.deps)({}, { awsRequestId: 'daily run' });

  expect(await listJobs(service)).toMatchObject([{ causedBy: 'daily run', task: { kind: 'reconcile' } }]);
});

it('the log contains the reason why a mail was not sent', async () => {
  const service = await startService({ SANDBOX: 'true', MAILED_TO: 'partner.sk' });
  await service.registerClient();
  await service.runJobs();

  expect(readLogEvents('mail.held')).toMatchObject([{ mail: 'verify-email', jobId: expect.any(String) }]);
  expect(readLogEvents('job.done')).toMatchObject([{ mailState: 'held' }]);
});
