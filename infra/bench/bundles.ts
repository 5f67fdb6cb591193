/** The functions of infra/functions/*.yml, bundled as production deploys them. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { bundleAll } from '../bundle/build.ts';
import { readEntries } from '../functions/index.cjs';

const ENTRIES = readEntries();

/** Names of all functions, in the order of the YAML. */
export const FUNCTIONS = Object.keys(ENTRIES);

/** Settings of the production stage; references that only CloudFormation resolves remain plain text. */
export const PRODUCTION = parse(readFileSync(new URL('../stages/production.yml', import.meta.url), 'utf8'), {
  logLevel: 'silent',
}) as {
  readonly minify: boolean;
  readonly sourcemap: boolean;
  readonly settings: Readonly<Record<string, string>>;
};

/** The cold read that measures the SDK alone (official-read.ts), bundled together with the functions. */
const OFFICIAL_READ = 'infra/bench/official-read.ts';

export interface Bundle {
  readonly file: string;
  readonly bytes: number;
}

/** The input of every measurement. */
export interface Setup {
  /** A temporary folder, removed at the end. */
  readonly folder: string;
  readonly isQuick: boolean;
  /** @param name of a function, for example `me-show` */
  bundleOf(name: string): Bundle;
  readonly officialRead: Bundle;
}

/** Bundles all functions into `folder`. */
export async function bundleFunctions(folder: string): Promise<Pick<Setup, 'bundleOf' | 'officialRead'>> {
  await bundleAll([...FUNCTIONS.map(sourceOf), OFFICIAL_READ], folder, PRODUCTION);
  const bundle = (source: string): Bundle => {
    const file = join(folder, source.replace(/ts$/, 'cjs'));
    return { file, bytes: statSync(file).size };
  };
  return { bundleOf: name => bundle(sourceOf(name)), officialRead: bundle(OFFICIAL_READ) };
}

function sourceOf(name: string): string {
  return `${entryOf(name).handler.replace(/\.handler$/, '')}.ts`;
}

/** The route key of a function, for example `POST /api/v1/testimonies/{id}/offers`. */
export function routeOf(name: string): string {
  const [{ httpApi } = { httpApi: '' }] = entryOf(name).events ?? [];
  return typeof httpApi === 'string' ? httpApi : `${httpApi.method} ${httpApi.path}`;
}

function entryOf(name: string) {
  const entry = ENTRIES[name];
  if (!entry) throw new Error(`There is no function ${name}.`);
  return entry;
}
