/**
 * `npm run bench`: measures the packaged functions against floors taken in the same run.
 *
 * Options: `--only <part of a name>`, `--quick` (fewer rounds, a smaller crowd) and `--keep <file>`, which keeps
 * the figures for infra/docs/capacity-model.ts. Ends with 1 when a limit is missed or a figure cannot be true, with 2
 * when limits were missed while others used the machine, so that nobody can tell.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bundle, bundle, type Setup } from './bundles.ts';
import { othersShare } from './busy.ts';
import { coldStartOfMe, coldStartOfRegisterExpert } from './cold-start.ts';
import { everyFunction } from './every-function.ts';
import { FUNCTIONS, sourceOf } from './functions.ts';
import { growth } from './growth.ts';
import { amount, judgedOn, type Line, TOO_BUSY } from './judgement.ts';
import { multipartReading } from './multipart.ts';
import { report } from './report.ts';
import { tableUse } from './table-use.ts';
import { warmLogin, warmMe, warmRegisterExpert } from './warm.ts';
import { warmOfferable, warmView } from './warm-market.ts';

const MEASUREMENTS: Readonly<Record<string, (setup: Setup) => Line[] | Promise<Line[]>>> = {
  'cold start of me': coldStartOfMe,
  'cold start of register-expert': coldStartOfRegisterExpert,
  'me, warm': warmMe,
  'register-expert, warm': warmRegisterExpert,
  'login, warm': warmLogin,
  'offerable list, warm': warmOfferable,
  'testimony view, warm': warmView,
  'multipart reading': multipartReading,
  'bundle sizes of me and register-expert': bundleSizes,
  'table calls and units of me, logout, login and register-expert': tableUse,
  'table use of every function': everyFunction,
  'table use of lists as testimonies grow': growth,
};

function bundleSizes({ bundleOf }: Setup): Line[] {
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} KB`;
  return [
    amount('me, bundle', bundleOf('me-show').bytes, 80_000, kilobytes),
    amount('register-expert, bundle', bundleOf('auth-register-expert').bytes, 320_000, kilobytes),
  ];
}

/** @returns what was measured, and the most that others used of the machine meanwhile */
async function measure(only: string, quick: boolean): Promise<{ lines: Line[]; busiest: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const bundles = await bundle(FUNCTIONS.map(sourceOf), folder);
    const bundleOf = (name: string) => bundles[FUNCTIONS.indexOf(name)] as Bundle;
    const lines: Line[] = [];
    let share = await othersShare();
    let busiest = share;
    for (const [name, run] of Object.entries(MEASUREMENTS)) {
      if (!name.includes(only)) continue;
      const begun = performance.now();
      const measured = await run({ folder, quick, bundleOf });
      const seconds = Math.round((performance.now() - begun) / 1000);
      const after = await othersShare();
      const busy = Math.max(share, after);
      process.stderr.write(`${name}: ${seconds} s, others use ${Math.round(busy * 100)} % of the machine\n`);
      lines.push(...measured.map(line => judgedOn(line, busy)));
      share = after;
      busiest = Math.max(busiest, busy);
    }
    return { lines, busiest };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean' }, keep: { type: 'string' } },
});
const { lines, busiest } = await measure(values.only ?? '', values.quick ?? false);
if (lines.length === 0) throw new Error(`Nothing is called ${values.only}.`);
console.log(`\n${report(lines)}`);
// Pairs even out what a ratio suffers from others; milliseconds they do not.
if (values.keep && busiest <= TOO_BUSY) {
  const figures = lines.map(({ name, floor, measured }) => [name, { floor, measured }]);
  await writeFile(values.keep, `${JSON.stringify(Object.fromEntries(figures), null, 2)}\n`);
}

if (busiest > TOO_BUSY) {
  const percent = Math.round(busiest * 100);
  console.log(
    `\nOthers used up to ${percent} % of this machine: it is too busy to judge times by, or to keep any. Measure again.`,
  );
}
const bad = lines.filter(({ verdict }) => verdict !== 'ok');
for (const { name, verdict, measured, limit } of bad)
  console.log(`\n${name}: ${verdict} (${measured}, ${limit})`);
const cannotTell = bad.every(({ verdict }) => verdict === 'too busy');
if (bad.length > 0) process.exitCode = cannotTell ? 2 : 1;
