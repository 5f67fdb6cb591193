/** Bundles as they are deployed: esbuild with the options of infra/bundle, as serverless-esbuild calls it. */
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
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
  /** Of a function, by its name in infra/functions/*.yml. */
  bundleOf(name: string): Bundle;
  readonly quick: boolean;
}

/** @param sources from the project's folder; one build of many takes little longer than one of one */
export async function bundle(sources: readonly string[], folder: string): Promise<Bundle[]> {
  const options = Object.entries(readYaml('infra/bundle/esbuild.yml') as Record<string, unknown>);
  await build({
    ...Object.fromEntries(options.filter(([name]) => !NOT_ESBUILDS.includes(name))),
    plugins: require('../bundle/plugins.cjs'),
    minify: production.minify,
    sourcemap: production.sourcemap,
    entryPoints: sources.map(source => join(ROOT, source)),
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.cjs' },
    absWorkingDir: ROOT,
    logLevel: 'error',
  });
  await stop(); // its process would keep a gigabyte until the end
  return sources.map(source => {
    const file = join(folder, source.replace(/ts$/, 'cjs'));
    return { file, bytes: statSync(file).size };
  });
}

function readYaml(file: string): unknown {
  return parse(readFileSync(join(ROOT, file), 'utf8'), { logLevel: 'silent' });
}
