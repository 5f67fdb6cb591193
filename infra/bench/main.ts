/**
 * Entry point of `npm run bench`, which measures the bundled functions and compares them with baselines that are
 * measured in the same run, such as the same reads with the bare AWS SDK.
 *
 * - `--only <text>` runs the measurements whose names contain the text.
 * - `--quick` runs each measurement once, on a small table, and compares no times with their limits. A test does this.
 * - `--keep <file>` writes the figures for infra/docs/capacity-tables.ts. Times are written only if the machine was not
 *   busy. Figures that were not measured keep their values in the file.
 *
 * The exit code is 1 when a limit is missed or a figure is impossible. It is 2 when the only failures are times that
 * are unreliable because other processes used the machine.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureMeColdStart, measureRegisterExpertColdStart } from './cold-start.ts';
import { type BenchmarkSetup, bundleFunctions } from './function-bundles.ts';
import {
  isTimeMeasurement,
  MAX_BACKGROUND_LOAD,
  markIfTooBusy,
  type ReportLine,
} from './measurement-results.ts';
import { measureOtherLoad } from './processor-load.ts';
import { formatReport } from './report.ts';
import { measureTableGrowth } from './table-growth.ts';
import { measureTableSoak } from './table-soak.ts';
import { measureTableUse } from './table-use.ts';
import {
  measureWarmLogin,
  measureWarmMeRequest,
  measureWarmOfferableList,
  measureWarmRegisterExpert,
  measureWarmTestimony,
} from './warm-requests.ts';

const MEASUREMENTS: Readonly<
  Record<string, (setup: BenchmarkSetup) => ReportLine[] | Promise<ReportLine[]>>
> = {
  'cold start of me': measureMeColdStart,
  'cold start of register-expert': measureRegisterExpertColdStart,
  'me, warm': measureWarmMeRequest,
  'register-expert, warm': measureWarmRegisterExpert,
  'login, warm': measureWarmLogin,
  'offerable list, warm': measureWarmOfferableList,
  'testimony view, warm': measureWarmTestimony,
  'bundle sizes': measureBundleSizes,
  'table use of every function': measureTableUse,
  'growth of the table': measureTableGrowth,
  'soak of the local table': measureTableSoak,
};

/**
 * Reports the sizes of some bundles for information only; tests/infra/deployment/bundles.test.ts enforces the size
 * limits.
 */
function measureBundleSizes({ getBundle, sdkRead }: BenchmarkSetup): ReportLine[] {
  const bundles = {
    'the official client, one read': sdkRead,
    'me-show': getBundle('me-show'),
    'auth-login': getBundle('auth-login'),
    'auth-register-expert': getBundle('auth-register-expert'),
  };
  return Object.entries(bundles).map(([name, { bytes }]) => ({
    name: `${name}, bundle`,
    figures: { bytes },
    measured: `${Math.round(bytes / 1000)} KB`,
    verdict: 'ok',
  }));
}

/**
 * A line of the report with the processor load of other processes: the higher of the shares before and after the
 * measurement.
 */
type MeasurementResult = ReportLine & { readonly share: number };

async function runMeasurements(namePart: string, isQuick: boolean): Promise<MeasurementResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const setup = { folder, isQuick, ...(await bundleFunctions(folder)) };
    const results: MeasurementResult[] = [];
    let before = await measureOtherLoad();
    for (const [name, run] of Object.entries(MEASUREMENTS)) {
      if (!name.includes(namePart)) continue;
      const start = performance.now();
      const lines = await run(setup);
      const seconds = Math.round((performance.now() - start) / 1000);
      const after = await measureOtherLoad();
      const share = Math.max(before, after);
      process.stderr.write(
        `${name}: ${seconds} s, other processes use ${formatPercent(share)} of the machine\n`,
      );
      const judge = (line: ReportLine): ReportLine =>
        isQuick && isTimeMeasurement(line) ? { ...line, verdict: 'ok' } : markIfTooBusy(line, share);
      results.push(...lines.map(line => ({ ...judge(line), share })));
      before = after;
    }
    return results;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Writes the new figures to the file, except times that were measured on a busy machine. Other figures in the file are
 * kept.
 */
function saveFigures(file: string, results: readonly MeasurementResult[]): void {
  const previousFigures = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const reliableResults = results.filter(
    result => !isTimeMeasurement(result) || result.share <= MAX_BACKGROUND_LOAD,
  );
  const figures = Object.fromEntries(reliableResults.map(({ name, figures }) => [name, figures]));
  writeFileSync(file, `${JSON.stringify({ ...previousFigures, ...figures }, null, 2)}\n`);
}

const formatPercent = (share: number): string => `${Math.round(share * 100)} %`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean' }, keep: { type: 'string' } },
});
const results = await runMeasurements(values.only ?? '', values.quick ?? false);
if (results.length === 0) throw new Error(`No measurement has a name that contains ${values.only}.`);
console.log(`\n${formatReport(results)}`);
if (values.keep) saveFigures(values.keep, results);

const highestOtherLoad = Math.max(...results.map(({ share }) => share));
if (highestOtherLoad > MAX_BACKGROUND_LOAD) {
  console.log(
    `\nOther processes used up to ${formatPercent(highestOtherLoad)} of this machine, too much to trust times.`,
  );
  console.log('Times were neither compared with their limits nor written. Measure again.');
}
const failedResults = results.filter(({ verdict }) => verdict !== 'ok');
for (const { name, verdict, measured, limit } of failedResults)
  console.log(`\n${name}: ${verdict} (${measured}, ${limit})`);
if (failedResults.length > 0)
  process.exitCode = failedResults.every(({ verdict }) => verdict === 'too busy') ? 2 : 1;
