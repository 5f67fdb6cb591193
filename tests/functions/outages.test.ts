/**
 * Tests of outages of the services that requests and jobs depend on: the response to the caller, the first alarm and
 * its delay, and that nothing is lost (infra/docs/alarms.md#failures-and-their-alarms).
 */
import { beforeEach, expect, inject, it } from 'vitest';
import { createJob } from '../../lib/domain/changes.ts';
import { MINUTE } from '../../lib/durations.ts';
import { goesOff, type MetricLine } from '../support/alarm-definitions.ts';
import { PASSWORD, uniqueEmail } from '../support/builders.ts';
import { clearOutput, readOutput } from '../support/captured-log.ts';
import { sesError, startFaultProxy } from '../support/fake-server.ts';
import { listItems } from '../support/inspect-store.ts';
import { type Service, startService } from '../support/start-service.ts';

const ALARMS = ['PostponedMoneyAlarm', 'PostponedJobsAlarm', 'OldestOpenJobAlarm', 'DeadJobsAlarm'];

beforeEach(clearOutput);

function readLastMetrics(): MetricLine {
  const lines = readOutput()
    .split('\n')
    .filter(line => line.includes('"_aws"') && line.includes('DeadJobs'));
  return JSON.parse(lines.at(-1) ?? '{}');
}

/** Runs a sweep every minute until an alarm goes off. Returns the name of the alarm and the minute. */
async function findFirstAlarm(service: Service): Promise<{ alarm: string; minute: number }> {
  for (let minute = 0; minute <= 30; minute++) {
    await service.sweep().catch(() => {}); // the sweep itself fails in some of the outages
    const alarm = ALARMS.find(name => goesOff(name, readLastMetrics()));
    if (alarm) return { alarm, minute };
    service.deps.clock.advance(MINUTE);
  }
  throw new Error('no alarm went off');
}

/** Runs a sweep every half hour until every retry was due, and returns the alarms that are still on. */
async function recover(service: Service): Promise<string[]> {
  for (let run = 0; run < 3; run++) {
    service.deps.clock.advance(30 * MINUTE);
    await service.sweep();
  }
  await service.sweep();
  return ALARMS.filter(name => goesOff(name, readLastMetrics()));
}

const listOpen = async (service: Service) =>
  (await listItems(service.deps, 'JOB#')).filter(({ doneAt, notBefore }) => !doneAt && !notBefore);

it('an outage of the mail service triggers the alarm for postponed jobs after 15 minutes and loses no mail', async () => {
  let isAway = true;
  const ses = await startFaultProxy(inject('emulators').ses, () =>
    isAway ? sesError('ServiceUnavailable', 503) : undefined,
  );
  const service = await startService({ AWS_ENDPOINT_URL_SES: ses.url });
  const email = uniqueEmail();
  const { id } = await service.registerClient({ email });

  const { alarm, minute } = await findFirstAlarm(service);
  isAway = false;

  expect(alarm).toBe('PostponedJobsAlarm');
  expect([15, 16]).toContain(minute);
  expect(await recover(service)).toEqual([]);
  expect(await service.listMailsTo(email)).toHaveLength(1);
  expect(await service.deps.mails.all(id)).toMatchObject([{ state: 'sent' }]);
  expect(await listOpen(service)).toEqual([]);
});

it('an outage of the table makes the sweep fail but loses no job', async () => {
  let isAway = false;
  const table = await startFaultProxy(inject('emulators').dynamodb, () => (isAway ? 'hang up' : undefined));
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const email = uniqueEmail();
  await service.registerClient({ email });
  isAway = true;
  clearOutput();

  await expect(service.sweep()).rejects.toThrow();
  expect(readOutput()).not.toContain('"_aws"');
  expect((await service.post('/auth/login', { email, password: PASSWORD })).status).toBe(503);
  isAway = false;
  await service.sweep();

  expect(await service.listMailsTo(email)).toHaveLength(1);
});

it('a job whose process dies at each attempt triggers the money alarm and becomes a dead job', async () => {
  const service = await startService({}, ({ jobs }) => ({
    jobs: { ...jobs, complete: () => Promise.reject(new Error('the process died')) },
  }));
  const task = { kind: 'close-sessions', testimonyId: 'nowhere' } as const;
  await service.deps.jobs.add(createJob(task, service.deps));

  const { alarm, minute } = await findFirstAlarm(service);
  expect(alarm).toBe('PostponedMoneyAlarm');
  expect([15, 16]).toContain(minute);
  for (let more = 0; more < 10; more++) {
    service.deps.clock.advance(MINUTE);
    await service.sweep().catch(() => {});
  }

  expect(goesOff('DeadJobsAlarm', readLastMetrics())).toBe(true);
});

it('the alarm for jobs that are not run is triggered after 15 minutes', async () => {
  const service = await startService({}, ({ jobs }) => ({ jobs: { ...jobs, listDue: async () => [] } }));
  await service.registerClient();

  const { alarm, minute } = await findFirstAlarm(service);

  expect(alarm).toBe('OldestOpenJobAlarm');
  expect([15, 16]).toContain(minute);
});
