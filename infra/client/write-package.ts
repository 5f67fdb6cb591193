/** Writer of the npm package that frontends install: an ES module, a CommonJS module, and their type declarations. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import ts from 'typescript';

const RUNTIME_FOLDER = fileURLToPath(new URL('runtime/', import.meta.url));
const PROJECT_MANIFEST = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const DECLARATION_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
  newLine: ts.NewLineKind.LineFeed,
  allowImportingTsExtensions: true,
};

const MANIFEST = {
  name: 'trhovisko-posudkov-client',
  version: PROJECT_MANIFEST.version,
  description:
    'Typed client of the API of Trhovisko posudkov, for browsers and Node.js, without dependencies.',
  keywords: ['api', 'client', 'typescript', 'trhovisko-posudkov'],
  license: PROJECT_MANIFEST.license,
  repository: { ...PROJECT_MANIFEST.repository, directory: 'infra/client' },
  type: 'module',
  sideEffects: false,
  exports: { '.': { import: './esm/index.js', require: './commonjs/index.js' } },
  main: './commonjs/index.js',
  types: './esm/index.d.ts',
  engines: { node: '>=20' },
};

/**
 * Writes the npm package as a tarball.
 * @param folder output folder, created if missing
 * @returns path of the tarball
 */
export function writePackage(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const content = mkdtempSync(join(tmpdir(), 'client-package-'));
  try {
    writeContent(content);
    const options = ['--silent', '--pack-destination', resolve(folder)];
    return join(folder, execFileSync('npm', ['pack', ...options], { cwd: content, encoding: 'utf8' }).trim());
  } finally {
    rmSync(content, { recursive: true });
  }
}

function writeContent(folder: string): void {
  const [esModule, commonJs] = [join(folder, 'esm'), join(folder, 'commonjs')];
  writeDeclarations(esModule);
  cpSync(esModule, commonJs, { recursive: true });
  writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }');
  writeJavaScript(esModule, 'esm');
  writeJavaScript(commonJs, 'cjs');
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readFileSync(new URL('README.md', import.meta.url)));
  writeFileSync(join(folder, 'CHANGELOG.md'), createChangelog());
}

/** Returns the changelog without its links, which lead to pages that are not in the package. */
function createChangelog(): string {
  const text = readFileSync(new URL('../docs/api/changelog.md', import.meta.url), 'utf8');
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

/** Bundles the client into one JavaScript file for browsers, with its source map. */
function writeJavaScript(folder: string, format: 'esm' | 'cjs'): void {
  buildSync({
    entryPoints: [join(RUNTIME_FOLDER, 'index.ts')],
    absWorkingDir: RUNTIME_FOLDER,
    outfile: resolve(folder, 'index.js'),
    bundle: true,
    format,
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    sourcemap: 'linked',
    logLevel: 'error',
  });
}

function writeDeclarations(folder: string): void {
  const options = { ...DECLARATION_OPTIONS, rootDir: RUNTIME_FOLDER, outDir: folder };
  const { diagnostics, emitSkipped } = ts
    .createProgram([join(RUNTIME_FOLDER, 'index.ts')], options)
    .emit(undefined, (file, text) => ts.sys.writeFile(file, replaceTsExtensions(text)));
  if (emitSkipped) throw new Error(ts.formatDiagnostics(diagnostics, DIAGNOSTICS_HOST));
}

/** Replaces `.ts` by `.js` in the imports of type declarations, because the compiler leaves `.ts` there. */
const replaceTsExtensions = (text: string) =>
  text.replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.ts(?=['"])/g, '$1.js');

const DIAGNOSTICS_HOST: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: name => name,
  getCurrentDirectory: () => RUNTIME_FOLDER,
  getNewLine: () => '\n',
};
