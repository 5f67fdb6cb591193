/** Bundles of the functions of infra/functions/*.yml, as in production. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { buildBundles } from '../bundle/build-bundles.ts';
import { ENTRIES } from '../functions/index.ts';

/** Matches the names of the functions that the measurements call. */
const MEASURED_FUNCTION =
  /^((auth|offers|testimonies)-.*|jobs-deliver|me-(show|open-payment-account)|operator-(show-expert|review-identity|set-approval)|webhooks-stripe)$/;

/** Settings of the production stage. References that only CloudFormation resolves remain plain text. */
export const PRODUCTION_STAGE: {
  readonly minify: boolean;
  readonly sourcemap: boolean;
  readonly settings: Readonly<Record<string, string>>;
} = parse(readFileSync(new URL('../stages/production.yml', import.meta.url), 'utf8'), { logLevel: 'silent' });

/** The baseline function that measures only the AWS SDK. It is bundled together with the service's functions. */
const SDK_READ_SOURCE = 'infra/bench/aws-sdk-read.ts';

/** Input of all measurements. */
export interface BenchmarkSetup {
  /** The temporary folder of the bundles, which is removed at the end. */
  readonly folder: string;
  readonly isQuick: boolean;
  readonly sdkReadFile: string;
  /** Returns the bundle of a function, for example of `me-show`. */
  getBundleFile(name: string): string;
}

/** Bundles the measured functions and the baseline of the AWS SDK into `folder`. */
export async function bundleFunctions(folder: string, isQuick: boolean): Promise<BenchmarkSetup> {
  const names = Object.keys(ENTRIES).filter(name => MEASURED_FUNCTION.test(name));
  await buildBundles([...names.map(getSourcePath), SDK_READ_SOURCE], folder, PRODUCTION_STAGE);
  const getFile = (source: string) => join(folder, source.replace(/ts$/, 'cjs'));
  const getBundleFile = (name: string) => getFile(getSourcePath(name));
  return { folder, isQuick, sdkReadFile: getFile(SDK_READ_SOURCE), getBundleFile };
}

const getSourcePath = (name: string): string => `${ENTRIES[name]?.handler.replace(/\.handler$/, '')}.ts`;

/** Returns the route key of a function, for example `POST /api/v1/testimonies/{id}/offers`. */
export function getRouteKey(name: string): string {
  const [{ httpApi } = { httpApi: '' }] = ENTRIES[name]?.events ?? [];
  return typeof httpApi === 'string' ? httpApi : `${httpApi.method} ${httpApi.path}`;
}
