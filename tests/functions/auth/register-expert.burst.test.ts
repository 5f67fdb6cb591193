/**
 * Test of a burst of registrations on a table that throttles as DynamoDB documents it (infra/docs/capacity.md).
 *
 * A thousand registrations per minute are seventeen per second, which does not exceed the limits of a partition. The
 * test is stricter: it has thirty concurrent registrations with their jobs, and a twentieth of a partition's capacity.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { expertBody, uniqueEmail } from '../../support/builders.ts';
import { countItems, listItems } from '../../support/inspect-store.ts';
import { asOperator } from '../../support/operators.ts';
import { listMailsTo, startService } from '../../support/start-service.ts';
import { startThrottledTable } from '../../support/throttled-table.ts';

const COUNT = 30;

it('expert registrations that DynamoDB throttles return 503 until a retry completes them', {
  timeout: 60_000,
}, async () => {
  const table = await startThrottledTable(inject('emulators').dynamodb, 0.05);
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const addresses = Array.from({ length: COUNT }, () => uniqueEmail());
  const statuses = new Set<number>();

  /**
   * Registers an expert, with retries until the registration succeeds. The waits are shorter than `Retry-After`
   * demands.
   */
  async function register(email: string): Promise<void> {
    const form = expertBody({ email });
    for (let status = 0; status !== 201; ) {
      ({ status } = await service.post('/auth/register/expert', form));
      statuses.add(status);
      if (status !== 201) await sleep(500);
    }
  }
  let registering = true;
  /** Lists the unfinished jobs, except those that delete scans in half a year. */
  async function listPendingJobs() {
    const jobs = await listItems(service.deps, 'JOB#');
    return jobs.filter(({ doneAt, task }) => !doneAt && task.kind !== 'expire-scans');
  }
  /** Delivers open jobs in batches of ten, as the table's stream does. */
  async function deliver(): Promise<void> {
    while (registering) {
      const open = await listPendingJobs();
      await service.streamJobs(open.slice(0, 10).map(({ id }) => id)).catch(() => {});
      await sleep(50);
    }
  }
  const delivering = deliver();
  await Promise.all(addresses.map(register)).finally(() => {
    registering = false;
  });
  await delivering;
  table.removeThrottling();

  expect(table.countThrottledCalls()).toBeGreaterThan(0);
  expect([...statuses].filter(status => ![201, 503].includes(status))).toEqual([]);
  expect(await countItems(service.deps)).toMatchObject({
    USER: COUNT,
    EMAIL: COUNT,
    PHONE: COUNT,
    TOKEN: COUNT,
  });

  for (let waited = 0; waited < 10 && (await listPendingJobs()).length > 0; waited++) {
    service.deps.clock.advance(120_000);
    await service.runJobs();
  }
  expect(await listPendingJobs()).toEqual([]);
  expect((await service.get('/operator/jobs', asOperator)).body.data).toEqual([]);
  const mails = await Promise.all(addresses.map(listMailsTo));
  expect(mails.filter(each => each.length === 0)).toEqual([]);
});
