/** Calls and capacity units per request: the highest use that any call of a function has. */
import { readFileSync } from 'node:fs';
import { FUNCTIONS, type Setup } from './bundles.ts';
import type { Line } from './judgement.ts';
import { withService } from './service.ts';
import { callEveryFunction } from './story.ts';
import { describeUse, type TableUse } from './table-proxy.ts';

/** The figures that the repository keeps. */
const KEPT: Readonly<Record<string, { readonly calls?: number }>> = JSON.parse(
  readFileSync(new URL('../docs/measured.json', import.meta.url), 'utf8'),
);

const useLineName = (name: string): string => `${name}, table use`;

export function tableUse(setup: Setup): Promise<Line[]> {
  const settings = {
    PASSWORD_HASH_COST: '4',
    ...{ STAGE: 'sandbox', SANDBOX: 'true', MAILED_TO: '*', LOG_LEVEL: 'error' }, // with the sandbox's own routes
    ROUTES: 'GET /api/v1/health',
  };
  return withService(setup, { settings, isCounted: true }, async service => {
    await callEveryFunction(service);
    return FUNCTIONS.map(name => lineOf(name, service.uses.get(name) ?? []));
  });
}

/** Fails when a function makes more calls than the figures in infra/docs/measured.json say. */
function lineOf(name: string, uses: readonly TableUse[]): Line {
  const [most] = uses.toSorted((a, b) => b.reads + b.writes - (a.reads + a.writes));
  if (!most) throw new Error(`${name} is never called: add it to infra/bench/story.ts`);
  const lineName = useLineName(name);
  const limit = KEPT[lineName]?.calls ?? most.calls;
  return {
    name: lineName,
    figures: { ...most },
    measured: describeUse(most),
    limit: `≤ ${limit}`,
    verdict: most.calls <= limit ? 'ok' : 'missed',
  };
}
