/**
 * Bundles as they are deployed: esbuild with the options of infra/bundle, as serverless-esbuild calls it,
 * for the few functions that are measured.
 */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

/** Those of serverless-esbuild itself; the stage answers for `minify` and `sourcemap`. */
const NOT_ESBUILDS = ['outputFileExtension', 'exclude', 'outputWorkFolder', 'concurrency', 'zipConcurrency'];

/** The settings that production deploys with; CloudFormation's own references are left as text. */
export const production = readYaml('infra/stages/production.yml') as {
  readonly minify: boolean;
  readonly sourcemap: boolean;
  readonly settings: Readonly<Record<string, string>>;
};

export interface Bundle {
  readonly file: string;
  readonly bytes: number;
}

/** What every measurement is given. */
export interface Setup {
  /** For what a measurement has to write; removed at the end. */
  readonly folder: string;
  readonly bundles: Readonly<Record<'me' | 'logout' | 'login' | 'registerExpert', Bundle>>;
  readonly quick: boolean;
}

/** @param entry a source file, from the project's folder */
export async function bundle(entry: string, folder: string): Promise<Bundle> {
  const options = Object.entries(readYaml('infra/bundle/esbuild.yml') as Record<string, unknown>);
  const file = join(folder, entry.replaceAll('/', '-').replace(/ts$/, 'cjs'));
  await build({
    ...Object.fromEntries(options.filter(([name]) => !NOT_ESBUILDS.includes(name))),
    plugins: require('../bundle/plugins.cjs'),
    minify: production.minify,
    sourcemap: production.sourcemap,
    entryPoints: [join(ROOT, entry)],
    outfile: file,
    absWorkingDir: ROOT,
    logLevel: 'error',
  });
  return { file, bytes: statSync(file).size };
}

function readYaml(file: string): unknown {
  return parse(readFileSync(join(ROOT, file), 'utf8'), { logLevel: 'silent' });
}
