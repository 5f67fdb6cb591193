/** Bundles of the functions of infra/functions/*.yml, as in production. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { buildBundles } from '../bundle/build-bundles.ts';
import { readEntries } from '../functions/index.cjs';

const FUNCTION_ENTRIES = readEntries();

/** Names of all functions, in the order of the YAML. */
export const FUNCTION_NAMES = Object.keys(FUNCTION_ENTRIES);

/** Settings of the production stage. References that only CloudFormation resolves remain plain text. */
export const PRODUCTION_STAGE = parse(
  readFileSync(new URL('../stages/production.yml', import.meta.url), 'utf8'),
  {
    logLevel: 'silent',
  },
) as {
  readonly minify: boolean;
  readonly sourcemap: boolean;
  readonly settings: Readonly<Record<string, string>>;
};

/** The baseline function that measures only the AWS SDK. It is bundled together with the service's functions. */
const SDK_READ_SOURCE = 'infra/bench/aws-sdk-read.ts';

/** The file of a bundled function. */
export interface Bundle {
  readonly file: string;
  readonly bytes: number;
}

/** Input of all measurements. */
export interface BenchmarkSetup {
  /** A temporary folder, which is removed at the end. */
  readonly folder: string;
  readonly isQuick: boolean;
  /** Returns the bundle of a function, for example of `me-show`. */
  getBundle(name: string): Bundle;
  readonly sdkRead: Bundle;
}

/** Bundles all functions and the baseline of the AWS SDK into `folder`. */
export async function bundleFunctions(
  folder: string,
): Promise<Pick<BenchmarkSetup, 'getBundle' | 'sdkRead'>> {
  await buildBundles([...FUNCTION_NAMES.map(getSourcePath), SDK_READ_SOURCE], folder, PRODUCTION_STAGE);
  const describeBundle = (source: string): Bundle => {
    const file = join(folder, source.replace(/ts$/, 'cjs'));
    return { file, bytes: statSync(file).size };
  };
  return { getBundle: name => describeBundle(getSourcePath(name)), sdkRead: describeBundle(SDK_READ_SOURCE) };
}

function getSourcePath(name: string): string {
  return `${getFunctionEntry(name).handler.replace(/\.handler$/, '')}.ts`;
}

/** Returns the route key of a function, for example `POST /api/v1/testimonies/{id}/offers`. */
export function getRouteKey(name: string): string {
  const [{ httpApi } = { httpApi: '' }] = getFunctionEntry(name).events ?? [];
  return typeof httpApi === 'string' ? httpApi : `${httpApi.method} ${httpApi.path}`;
}

function getFunctionEntry(name: string) {
  const entry = FUNCTION_ENTRIES[name];
  if (!entry) throw new Error(`There is no function ${name}.`);
  return entry;
}
