import { expect, it } from 'vitest';
import { formatLogLine } from '../../../infra/local/log-lines.ts';

const AT = '2026-11-23T08:15:02.100Z';
const TIME = new Date(AT).toTimeString().slice(0, 8);
const format = (fields: object) =>
  formatLogLine(JSON.stringify({ level: 'info', at: AT, requestId: 'r1', ...fields }));

it('the formatted line of a request contains its time, status, method, path and milliseconds', () => {
  const line = format({
    event: 'request.completed',
    route: 'GET /api/v1/me',
    status: 200,
    ms: 8,
    userId: 'u1',
  });

  expect(line).toBe(`${TIME}  200 GET /api/v1/me  8 ms  userId=u1`);
});

it('the formatted line of a job contains its kind and the other fields', () => {
  expect(format({ event: 'job.done', jobKind: 'mail', jobId: 'j1', attempt: 1 })).toBe(
    `${TIME}  job.done mail  jobId=j1  attempt=1`,
  );
});

it('the formatted line of a warning contains its level and the whole error', () => {
  const error = { name: 'TimeoutError', message: 'no answer', frames: ['    at call (a.ts:1)'] };
  const line = format({ level: 'warn', event: 'approval.invocation_failed', error });

  expect(line).toMatch(/^\S+ {2}WARN approval\.invocation_failed/);
  expect(line).toContain("message: 'no answer'");
  expect(line).toContain('at call (a.ts:1)');
});

it('formatLogLine returns other lines unchanged, and an empty string for metrics', () => {
  expect(formatLogLine('Server ready')).toBe('Server ready');
  expect(formatLogLine('{"a":1}')).toBe('{"a":1}');
  expect(formatLogLine('null')).toBe('null');
  expect(formatLogLine('{"_aws":{"Timestamp":1},"DeadJobs":0}')).toBe('');
});
