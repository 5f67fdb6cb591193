/**
 * Measures the table use of every function, which is the number of calls and capacity units of the most expensive
 * request.
 */
import { readFileSync } from 'node:fs';
import { callEveryFunction } from './call-every-function.ts';
import { withEmulatedService } from './emulated-service.ts';
import { type BenchmarkSetup, FUNCTION_NAMES } from './function-bundles.ts';
import type { ReportLine } from './measurement-results.ts';
import { formatTableUse, type TableUse } from './table-proxy.ts';

/** The committed figures of the last measurement. */
const SAVED_FIGURES: Readonly<Record<string, { readonly calls?: number }>> = JSON.parse(
  readFileSync(new URL('../docs/measured.json', import.meta.url), 'utf8'),
);

const getLineName = (name: string): string => `${name}, table use`;

/** Measures every function and compares it with the committed figures. */
export function measureTableUse(setup: BenchmarkSetup): Promise<ReportLine[]> {
  const settings = {
    PASSWORD_HASH_COST: '4',
    ...{ STAGE: 'sandbox', SANDBOX: 'true', MAILED_TO: '*', LOG_LEVEL: 'error' }, // the sandbox's routes must exist
    ROUTES: 'GET /api/v1/health',
  };
  return withEmulatedService(setup, { settings, isCounted: true }, async service => {
    await callEveryFunction(service);
    return FUNCTION_NAMES.map(name => createReportLine(name, service.tableUses.get(name) ?? []));
  });
}

/**
 * Creates the line of a function, whose verdict is `missed` if the function makes more calls than
 * infra/docs/measured.json allows.
 *
 * @throws Error when the function was not called
 */
function createReportLine(name: string, uses: readonly TableUse[]): ReportLine {
  const [highestUse] = uses.toSorted((a, b) => b.reads + b.writes - (a.reads + a.writes));
  if (!highestUse) throw new Error(`${name} is never called: add it to infra/bench/call-every-function.ts`);
  const lineName = getLineName(name);
  const limit = SAVED_FIGURES[lineName]?.calls ?? highestUse.calls;
  return {
    name: lineName,
    figures: { ...highestUse },
    measured: formatTableUse(highestUse),
    limit: `≤ ${limit}`,
    verdict: highestUse.calls <= limit ? 'ok' : 'missed',
  };
}
