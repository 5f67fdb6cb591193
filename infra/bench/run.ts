/**
 * `npm run bench`: measures the bundled functions against floors measured in the same run.
 *
 * `--only <part of a name>` runs some of the measurements, `--quick` takes fewer rounds and a smaller table, and
 * `--keep <file>` writes the figures for infra/docs/capacity.ts; times only from a quiet machine, and figures that
 * were not measured keep their values. Exits with 1 when a limit is missed or a figure is impossible, with 2 when
 * times were missed while other processes used the machine, which proves nothing.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleFunctions, type Setup } from './bundles.ts';
import { shareUsedByOthers } from './busy.ts';
import { coldStartOfMe, coldStartOfRegisterExpert } from './cold-start.ts';
import { growth } from './growth.ts';
import { isTime, judgedOn, type Line, TOO_BUSY } from './judgement.ts';
import { formatReport } from './report.ts';
import { tableUse } from './table-use.ts';
import { warmLogin, warmMe, warmOfferableList, warmRegisterExpert, warmTestimony } from './warm.ts';

const MEASUREMENTS: Readonly<Record<string, (setup: Setup) => Line[] | Promise<Line[]>>> = {
  'cold start of me': coldStartOfMe,
  'cold start of register-expert': coldStartOfRegisterExpert,
  'me, warm': warmMe,
  'register-expert, warm': warmRegisterExpert,
  'login, warm': warmLogin,
  'offerable list, warm': warmOfferableList,
  'testimony view, warm': warmTestimony,
  'bundle sizes': bundleSizes,
  'table use of every function': tableUse,
  'growth of the table': growth,
};

/** For information; tests/infra/deployment/bundles.test.ts has the limits. */
function bundleSizes({ bundleOf, officialRead }: Setup): Line[] {
  const bundles = {
    'the official client, one read': officialRead,
    'me-show': bundleOf('me-show'),
    'auth-login': bundleOf('auth-login'),
    'auth-register-expert': bundleOf('auth-register-expert'),
  };
  return Object.entries(bundles).map(([name, { bytes }]) => ({
    name: `${name}, bundle`,
    figures: { bytes },
    measured: `${Math.round(bytes / 1000)} KB`,
    verdict: 'ok',
  }));
}

/** A line, and the share of the machine that other processes used around its measurement. */
type Result = Line & { readonly share: number };

async function measure(only: string, isQuick: boolean): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const setup = { folder, isQuick, ...(await bundleFunctions(folder)) };
    const results: Result[] = [];
    let before = await shareUsedByOthers();
    for (const [name, run] of Object.entries(MEASUREMENTS)) {
      if (!name.includes(only)) continue;
      const start = performance.now();
      const lines = await run(setup);
      const seconds = Math.round((performance.now() - start) / 1000);
      const after = await shareUsedByOthers();
      const share = Math.max(before, after);
      process.stderr.write(`${name}: ${seconds} s, other processes use ${percent(share)} of the machine\n`);
      results.push(...lines.map(line => ({ ...judgedOn(line, share), share })));
      before = after;
    }
    return results;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Adds the figures to those in the file, without times from a busy machine. */
function keep(file: string, results: readonly Result[]): void {
  const previous = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const certain = results.filter(result => !isTime(result) || result.share <= TOO_BUSY);
  const figures = Object.fromEntries(certain.map(({ name, figures }) => [name, figures]));
  writeFileSync(file, `${JSON.stringify({ ...previous, ...figures }, null, 2)}\n`);
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean' }, keep: { type: 'string' } },
});
const results = await measure(values.only ?? '', values.quick ?? false);
if (results.length === 0) throw new Error(`No measurement has a name that contains ${values.only}.`);
console.log(`\n${formatReport(results)}`);
if (values.keep) keep(values.keep, results);

const busiest = Math.max(...results.map(({ share }) => share));
if (busiest > TOO_BUSY) {
  console.log(`\nOther processes used up to ${percent(busiest)} of this machine, too much to trust times.`);
  console.log('Times were neither compared with their limits nor written. Measure again.');
}
const bad = results.filter(({ verdict }) => verdict !== 'ok');
for (const { name, verdict, measured, limit } of bad)
  console.log(`\n${name}: ${verdict} (${measured}, ${limit})`);
if (bad.length > 0) process.exitCode = bad.every(({ verdict }) => verdict === 'too busy') ? 2 : 1;
