/**
 * Builds the functions with the options of esbuild.yml: for deployments, for the benchmarks and for the local stack.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin, stop } from 'esbuild';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function readOptions(): BuildOptions {
  const yaml = readFileSync(join(ROOT, 'infra/bundle/esbuild.yml'), 'utf8');
  return { ...parse(yaml), absWorkingDir: ROOT, logLevel: 'error' };
}

const createEntryPoints = (sources: readonly string[]) => ({
  entryPoints: sources.map(source => join(ROOT, source)),
  outbase: ROOT,
});

interface BundledStage {
  readonly minify: boolean;
  readonly sourcemap: boolean;
  readonly settings?: { readonly SANDBOX?: string };
}

/**
 * Builds one bundle for each source file, as deployed.
 * @param sources paths relative to the repository root; each bundle has the same path below `folder`, with the
 *   extension `.cjs`
 * @param stage contents of the stage's file; bundles leave out code that only a sandbox runs, unless `SANDBOX` is on
 */
export async function buildBundles(
  sources: readonly string[],
  folder: string,
  { minify, sourcemap, settings: { SANDBOX } = {} }: BundledStage,
): Promise<void> {
  const options = readOptions();
  await build({
    ...options,
    ...createEntryPoints(sources),
    minify,
    sourcemap,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    define: { ...options.define, ...(SANDBOX && { 'process.env.SANDBOX': JSON.stringify(SANDBOX) }) },
  });
  await stop(); // esbuild's process would keep a gigabyte of memory
}

/** Defines `require` at the start of each ES module, because CommonJS packages load Node's modules with it. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Matches the modules whose values are created from the environment of a function. */
const WIRING = /\/(wiring[\w-]*|resources)\.ts$/;

/**
 * Gives each function its own copy of the wiring, which depends on the environment of the function. The path of the
 * function is the namespace of the copy.
 */
const copyWiring: Plugin = {
  name: 'copy-wiring',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: WIRING }, ({ path, resolveDir, importer, namespace }) => ({
      path: resolve(resolveDir, path),
      namespace: namespace === 'file' ? importer : namespace,
      sideEffects: false,
    }));
    onLoad({ filter: WIRING }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'ts',
      resolveDir: dirname(path),
    }));
  },
};

/**
 * Builds one ES module for each source file, and modules with the code that they share, except the wiring. Such a build
 * takes a tenth of the time of a build of bundles.
 * @param sources paths relative to the repository root; each module has the same path below `folder`, with the
 *   extension `.mjs`
 * @param folder absolute path
 */
export async function buildModules(sources: readonly string[], folder: string): Promise<void> {
  await build({
    ...readOptions(),
    ...createEntryPoints(sources),
    splitting: true,
    format: 'esm',
    outdir: folder,
    banner: { js: REQUIRE },
    outExtension: { '.js': '.mjs' },
    plugins: [copyWiring],
  });
  await stop();
}
