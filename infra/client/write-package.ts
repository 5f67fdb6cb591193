/** Writer of the npm package that frontends install: one JavaScript module and its type declarations. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  type: 'module',
  sideEffects: false,
  files: ['index.js', '**/*.d.ts', 'CHANGELOG.md'],
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
  engines: { node: '>=20' },
};

/**
 * Writes the npm package.
 * @param folder output folder, created if missing; existing files with the same names are replaced
 */
export function writePackage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeJavaScript(folder);
  writeDeclarations(folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readFileSync(new URL('README.md', import.meta.url)));
  writeFileSync(join(folder, 'CHANGELOG.md'), createChangelog());
}

/** Returns the changelog without its links, which lead to pages that are not in the package. */
function createChangelog(): string {
  const text = readFileSync(new URL('../docs/api/changelog.md', import.meta.url), 'utf8');
  return text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

/** Bundles the client into one JavaScript file for browsers. Unused generated code is left out. */
function writeJavaScript(folder: string): void {
  buildSync({
    entryPoints: [join(RUNTIME_FOLDER, 'index.ts')],
    absWorkingDir: RUNTIME_FOLDER,
    outfile: resolve(folder, 'index.js'),
    ...{ bundle: true, format: 'esm', platform: 'neutral', target: 'es2022', charset: 'utf8' },
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

/**
 * Replaces the extension `.ts` by `.js` in the imports of type declarations, because the compiler leaves `.ts` there.
 */
const replaceTsExtensions = (text: string) =>
  text.replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.ts(?=['"])/g, '$1.js');

const DIAGNOSTICS_HOST: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: name => name,
  getCurrentDirectory: () => RUNTIME_FOLDER,
  getNewLine: () => '\n',
};
