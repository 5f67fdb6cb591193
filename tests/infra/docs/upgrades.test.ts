/** Tests that infra/docs/upgrades.md agrees with the code. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { UNKNOWN_TASK_DELAY_MS, UNKNOWN_TASK_PATIENCE_MS } from '../../../lib/domain/jobs/retry-schedule.ts';
import { READ_VERSION, withSchemaVersion } from '../../../lib/platform/aws/table/schema-version.ts';

const page = readFileSync(new URL('../../../infra/docs/upgrades.md', import.meta.url), 'utf8');

it('upgrades.md states the schema versions that the code writes and reads', () => {
  const { schemaVersion } = withSchemaVersion({});

  expect(schemaVersion).toBeLessThanOrEqual(READ_VERSION);
  const numbers =
    schemaVersion === READ_VERSION ? `Both are ${READ_VERSION}.` : `${schemaVersion} and ${READ_VERSION}`;
  expect(page).toContain(numbers);
});

it('upgrades.md states how often and for how long a job of an unknown kind is retried', () => {
  const [minutes, days] = [UNKNOWN_TASK_DELAY_MS / 60_000, UNKNOWN_TASK_PATIENCE_MS / (24 * 3600_000)];

  expect(page).toContain(`every ${minutes} minutes for ${days} days`);
});
