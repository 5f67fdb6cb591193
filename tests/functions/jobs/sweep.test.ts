import { describe, expect, it } from 'vitest';
import { itemsIn } from '../../support/behind-the-scenes.ts';
import { anAddress } from '../../support/builders.ts';
import { allOutput, logLines } from '../../support/log.ts';
import { type Service, startService } from '../../support/service.ts';
import { NOWHERE } from '../../support/stand-in.ts';

const SECOND = 1000;

/** How often the provider was asked, second by second of a clock that is moved by hand. */
async function withDeadMailer(): Promise<{ service: Service; sent: () => number }> {
  let sent = 0;
  const service = await startService({}, () => ({
    mailer: {
      send: async () => {
        sent++;
        throw new Error('no answer');
      },
    },
  }));
  await service.register();
  return { service, sent: () => sent };
}

function metrics(): Record<string, unknown>[] {
  const lines = allOutput()
    .split('\n')
    .filter(line => line.includes('"_aws"'));
  return lines.map(line => JSON.parse(line));
}

describe('jobs/sweep', () => {
  it('carries out what the stream lost', async () => {
    const service = await startService();
    const email = anAddress();
    await service.register({ email });

    await service.work();

    expect(await service.mailsTo(email)).toHaveLength(1);
    expect((await itemsIn(service.world, 'JOB#')).every(({ doneAt, gsi1pk }) => doneAt && !gsi1pk)).toBe(
      true,
    );
  });

  it('waits twice as long after each failure, and gives up after the tenth', async () => {
    const { service, sent } = await withDeadMailer();
    const waits = [30, 60, 120, 240, 480, 960, 1920, 3840, 7680];

    await service.work();
    for (const [failures, wait] of waits.entries()) {
      service.world.clock.advance((wait - 5) * SECOND);
      await service.work();
      expect(sent()).toBe(failures + 1);
      service.world.clock.advance(6 * SECOND);
      await service.work();
      expect(sent()).toBe(failures + 2);
    }
    service.world.clock.advance(24 * 3600 * SECOND);
    await service.work();

    expect(sent()).toBe(10);
    expect(await service.world.jobs.health()).toEqual({ dead: 1, oldestOpenSeconds: 0 });
    expect(logLines('job dead')).toEqual([
      expect.objectContaining({ level: 'error', jobKind: 'mail', attempt: 10 }),
    ]);
  });

  it('tells the alarms how many jobs are dead and how long the oldest waits', async () => {
    const { service } = await withDeadMailer();

    await service.work();
    service.world.clock.advance(20 * SECOND);
    await service.work();

    expect(metrics().at(-1)).toMatchObject({
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

  it('takes the oldest first', async () => {
    const order: string[] = [];
    const service = await startService({}, () => ({ mailer: { send: async to => void order.push(to) } }));
    const addresses = [anAddress(), anAddress(), anAddress()];
    for (const email of addresses) await service.register({ email });

    await service.work();

    expect(order).toEqual(addresses);
  });

  it('fails while the table is out of reach, for the next minute to try again', async () => {
    const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: NOWHERE });

    await expect(service.work()).rejects.toThrow();
  });
});
