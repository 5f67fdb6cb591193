import { describe, expect, it } from 'vitest';
import { createJob } from '../../../lib/domain/changes.ts';
import { uniqueEmail } from '../../support/builders.ts';
import { readLogEvents, readOutput } from '../../support/captured-log.ts';
import { UNREACHABLE_URL } from '../../support/fake-server.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const SECOND = 1000;

/** Starts a service with one mail job and a mailer that always fails. `sent` returns the number of attempts. */
async function startWithFailingMailer(): Promise<{ service: Service; sent: () => number }> {
  let sent = 0;
  const service = await startService({}, ({ mailer }) => ({
    mailer: {
      ...mailer,
      send: async () => {
        sent++;
        throw new Error('no answer');
      },
    },
  }));
  await service.registerExpert();
  return { service, sent: () => sent };
}

/** Adds jobs without effect and returns their ids, oldest first. */
async function addJobs({ deps }: Service, count: number): Promise<string[]> {
  const begun = deps.clock.now().getTime() - count;
  const jobs = Array.from({ length: count }, (_, at) => ({
    ...createJob({ kind: 'mail', mail: 'expert-approved', userId: 'nobody' }, deps),
    createdAt: new Date(begun + at).toISOString(),
  }));
  await Promise.all(jobs.map(job => deps.jobs.add(job)));
  return jobs.map(({ id }) => id);
}

function readMetrics(): Record<string, unknown>[] {
  const lines = readOutput()
    .split('\n')
    .filter(line => line.includes('"_aws"'));
  return lines.map(line => JSON.parse(line));
}

describe('jobs/sweep', () => {
  it('runs jobs that the table stream did not deliver', async () => {
    const service = await startService();
    const email = uniqueEmail();
    await service.registerExpert({ email });

    await service.runJobs();

    expect(await service.listMailsTo(email)).toHaveLength(1);
    // The job that ends the retention period of the scans waits for its date.
    const due = (await listItems(service.deps, 'JOB#')).filter(({ notBefore }) => !notBefore);
    expect(due.every(({ doneAt, gsi1pk }) => doneAt && !gsi1pk)).toBe(true);
  });

  it('doubles the delay after each failure and moves a job to the dead letters after the tenth', async () => {
    const { service, sent } = await startWithFailingMailer();
    const waits = [30, 60, 120, 240, 480, 960, 1920, 3840, 7680];

    await service.runJobs();
    for (const [failures, wait] of waits.entries()) {
      service.deps.clock.advance((wait - 5) * SECOND);
      await service.runJobs();
      expect(sent()).toBe(failures + 1);
      service.deps.clock.advance(6 * SECOND);
      await service.runJobs();
      expect(sent()).toBe(failures + 2);
    }
    service.deps.clock.advance(24 * 3600 * SECOND);
    await service.runJobs();

    expect(sent()).toBe(10);
    expect(await service.deps.jobs.health()).toEqual({ dead: 1, oldestOpenSeconds: 0 });
    expect(readLogEvents('job.dead')).toEqual([
      expect.objectContaining({ level: 'error', jobKind: 'mail', attempt: 10 }),
    ]);
  });

  it('publishes metrics for the number of dead jobs and the age of the oldest due job', async () => {
    const service = await startService();
    await addJobs(service, 51);
    service.deps.clock.advance(20 * SECOND);

    await service.runJobs();

    expect(readMetrics().at(-1)).toMatchObject({
      Stage: 'local',
      DeadJobs: 0,
      OldestOpenJobSeconds: expect.toSatisfy(seconds => seconds >= 20 && seconds < 30),
      _aws: {
        CloudWatchMetrics: [
          {
            Namespace: 'Testimony',
            Dimensions: [['Stage']],
            Metrics: [{ Name: 'DeadJobs' }, { Name: 'OldestOpenJobSeconds', Unit: 'Seconds' }],
          },
        ],
      },
    });
  });

  it('measures the age of a job from the time of its next attempt', async () => {
    const { service } = await startWithFailingMailer();
    const { jobs, clock } = service.deps;
    clock.advance(3600 * SECOND);
    expect((await jobs.health()).oldestOpenSeconds).toBeCloseTo(3600, -1);
    await service.runJobs();
    clock.advance(29 * SECOND);
    expect(await jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });

    clock.advance(121 * SECOND);

    expect((await jobs.health()).oldestOpenSeconds).toBeCloseTo(120, -1);
  });

  it('finds open jobs in all partitions of the index', async () => {
    const service = await startService();
    const ids = await addJobs(service, 40);

    const partitions = (await listItems(service.deps, 'JOB#')).map(({ gsi1pk }) => gsi1pk);

    const expected = ids.map(id => `JOBS#open#${Number.parseInt(id.slice(-1), 16) % 8}`);
    expect(partitions.sort()).toEqual(expected.sort());
    expect(new Set(partitions).size).toBeGreaterThan(4);
    expect(await service.deps.jobs.listDue()).toEqual(ids);
    await service.runJobs();
    expect(await service.deps.jobs.listDue()).toEqual([]);
  });

  it('runs the fifty jobs that have been due longest and leaves the others to the next run', async () => {
    const service = await startService();
    const ids = await addJobs(service, 53);

    expect(await service.deps.jobs.listDue()).toEqual(ids.slice(0, 50));
    await service.runJobs();
    expect(await service.deps.jobs.listDue()).toEqual(ids.slice(50));
  });

  it('runs due jobs in order of age, oldest first', async () => {
    const recipients: string[] = [];
    const service = await startService({}, ({ mailer }) => ({
      mailer: {
        ...mailer,
        async send(to) {
          recipients.push(to);
          return 'sent';
        },
      },
    }));
    const addresses = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    for (const email of addresses) await service.registerExpert({ email });

    await service.runJobs();

    expect(recipients).toEqual(addresses);
  });

  it('rejects with an error while DynamoDB is unreachable', async () => {
    const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: UNREACHABLE_URL });

    await expect(service.runJobs()).rejects.toThrow();
  });
});
