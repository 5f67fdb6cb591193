import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { checkStores } from '../../../lib/domain/health.ts';
import { controlTimers } from '../../support/control-timers.ts';

it('the health check of the stores ends after three seconds if a store does not respond', async () => {
  const pass = controlTimers();
  const works = async () => undefined;
  const hangs = () => new Promise<undefined>(() => undefined);
  const checking = checkStores({ table: works, bucket: hangs, mail: works, payments: works });

  await setImmediate();
  pass(3000);

  const results = Object.fromEntries((await checking).map(({ store, error }) => [store, error]));
  expect(results).toEqual({ table: null, bucket: 'Timeout', mail: null, payments: null });
});
