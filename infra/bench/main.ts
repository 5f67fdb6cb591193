/**
 * Entry point of `npm run bench`, which measures the bundled functions and compares them with baselines that are
 * measured in the same run, such as the same reads with the bare AWS SDK.
 *
 * The exit code is 1 when a limit is missed or a figure is impossible. It is 2 when the only failures are times that
 * are unreliable because other processes used the machine.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createColdStartMeasurement } from './cold-start.ts';
import { type BenchmarkSetup, bundleFunctions } from './function-bundles.ts';
import {
  isTimeMeasurement,
  MAX_BACKGROUND_LOAD,
  markIfTooBusy,
  type ReportLine,
} from './measurement-results.ts';
import { measureOtherLoad } from './processor-load.ts';
import { formatReport } from './report.ts';
import { measureTableUse } from './table-use.ts';
import { WARM_MEASUREMENTS } from './warm-requests.ts';

type Measure = (setup: BenchmarkSetup) => ReportLine[] | Promise<ReportLine[]>;

const MEASUREMENTS: Readonly<Record<string, Measure>> = {
  'cold start of me': createColdStartMeasurement('me-show', 200, 1.1),
  // The caller is signed in, so the function rejects the request after one read.
  'cold start of register-expert': createColdStartMeasurement('auth-register-expert', 403, 1.35),
  ...WARM_MEASUREMENTS,
  'table use': measureTableUse,
};

/**
 * A line of the report, and the processor load of other processes during its measurement: the higher of the loads
 * measured before and after.
 */
type MeasurementResult = ReportLine & { readonly otherLoad: number };

async function runMeasurements(namePart: string, isQuick: boolean): Promise<MeasurementResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const setup = await bundleFunctions(folder, isQuick);
    const results: MeasurementResult[] = [];
    for (const [name, run] of Object.entries(MEASUREMENTS)) {
      if (!name.includes(namePart)) continue;
      const loadBefore = await measureOtherLoad();
      const start = performance.now();
      const lines = await run(setup);
      const seconds = Math.round((performance.now() - start) / 1000);
      const otherLoad = Math.max(loadBefore, await measureOtherLoad());
      console.error(`${name}: ${seconds} s, other processes use ${formatPercent(otherLoad)} of the machine`);
      results.push(...lines.map(line => ({ ...markIfTooBusy(line, otherLoad), otherLoad })));
    }
    return isQuick
      ? results.map(result => (isTimeMeasurement(result) ? { ...result, verdict: 'ok' } : result))
      : results;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the new figures to the file, except times from a busy machine. Other figures in the file are kept. */
function saveFigures(file: string, results: readonly MeasurementResult[]): void {
  const newFigures = results
    .filter(result => !isTimeMeasurement(result) || result.otherLoad <= MAX_BACKGROUND_LOAD)
    .map(({ name, figures }) => [name, figures]);
  const previousFigures = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const figures = { ...previousFigures, ...Object.fromEntries(newFigures) };
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}

const formatPercent = (share: number): string => `${Math.round(share * 100)} %`;

const program = new Command('npm run bench --')
  .description('Measure cold starts, warm requests and the use of the table.')
  .option('--only <text>', 'Run only the measurements whose names contain the text.', '')
  .option(
    '--quick',
    'Run each measurement once, on a small table, and compare no times with their limits.',
    false,
  )
  .option(
    '--keep <file>',
    'Write the figures for infra/docs/capacity-tables.ts. Times are written only if the machine was not busy; figures that were not measured keep their values.',
  )
  .parse();
const { only, quick, keep } = program.opts<{ only: string; quick: boolean; keep?: string }>();
const results = await runMeasurements(only, quick);
if (results.length === 0) program.error(`error: no measurement has a name that contains ${only}`);
console.log(`\n${formatReport(results)}`);
if (keep) saveFigures(keep, results);

const highestLoad = Math.max(...results.map(({ otherLoad }) => otherLoad));
if (highestLoad > MAX_BACKGROUND_LOAD) {
  console.log(`\nOther processes used up to ${formatPercent(highestLoad)} of this machine.`);
  console.log(
    'Times measured at that load were neither compared with their limits nor written. Measure again.',
  );
}
const failures = results.filter(({ verdict }) => verdict !== 'ok');
if (failures.length > 0) process.exitCode = failures.every(({ verdict }) => verdict === 'too busy') ? 2 : 1;
