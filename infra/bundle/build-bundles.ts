/**
 * Bundles as serverless-esbuild makes them for a deployment, but all in one build, which for sixty
 * functions takes a tenth of the time: what the local stack runs and what the benchmarks measure.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Those of serverless-esbuild itself; the stage answers for `minify` and `sourcemap`. */
const PLUGIN_OPTIONS = [
  'outputFileExtension',
  'exclude',
  'outputWorkFolder',
  'concurrency',
  'zipConcurrency',
];

/** @param sources from the project's folder; each lands in `folder` under its own path, as `.cjs` */
export async function buildBundles(
  sources: readonly string[],
  folder: string,
  { minify, sourcemap }: { readonly minify: boolean; readonly sourcemap: boolean },
): Promise<void> {
  const yaml = readFileSync(join(ROOT, 'infra/bundle/esbuild.yml'), 'utf8');
  const options: Record<string, unknown> = parse(yaml, { logLevel: 'silent' });
  await build({
    ...Object.fromEntries(Object.entries(options).filter(([name]) => !PLUGIN_OPTIONS.includes(name))),
    minify,
    sourcemap,
    entryPoints: sources.map(source => join(ROOT, source)),
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.cjs' },
    absWorkingDir: ROOT,
    logLevel: 'error',
  });
  await stop(); // its process would keep a gigabyte until the end
}
