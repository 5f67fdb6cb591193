/**
 * Entry point of `npm run bench`, which measures the bundled functions beside floors that are measured in the same run:
 * the same reads with the bare AWS SDK, or the bare hash of a password.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { measureColdStart } from './cold-start.ts';
import { createBenchmarkSetup } from './emulated-service.ts';
import { WARM_MEASUREMENTS } from './warm-requests.ts';

const MEASUREMENTS: typeof WARM_MEASUREMENTS = {
  'me, cold': setup => measureColdStart(setup, 'me-show', 200),
  // The caller is signed in, so the function rejects the request after one read.
  'register-expert, cold': setup => measureColdStart(setup, 'auth-register-expert', 403),
  ...WARM_MEASUREMENTS,
};

const program = new Command('npm run bench --')
  .description('Measure cold starts and warm requests beside the least work that they could do.')
  .option('--only <text>', 'Run only the measurements whose names contain the text.', '')
  .option('--quick', 'Run each measurement once.', false)
  .parse();
const { only, quick } = program.opts<{ only: string; quick: boolean }>();
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
try {
  const setup = await createBenchmarkSetup(folder, quick);
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (!name.includes(only)) continue;
    const { floor, measured, ratios } = await measure(setup);
    const [lower = '', median = '', upper = ''] = ratios.map(ratio => ratio.toFixed(2));
    const times = [floor, measured].map(time => `${time.toFixed(time < 10 ? 2 : 0)} ms`.padStart(9));
    console.log(`${name.padEnd(24)}floor ${times.join('   measured ')}   ${median}× (${lower} to ${upper})`);
  }
} finally {
  await rm(folder, { recursive: true });
}
