/** Writes the package that frontends install: one file of JavaScript, and its types. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import ts from 'typescript';

const RUNTIME = fileURLToPath(new URL('runtime/', import.meta.url));
const OWN = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const DECLARATIONS: ts.CompilerOptions = {
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
  version: OWN.version,
  description: 'Client of the API of Trhovisko posudkov.',
  license: OWN.license,
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
  engines: { node: '>=20' },
};

/** @param folder may exist; files of the same name are replaced */
export function writePackage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeJavaScript(folder);
  writeDeclarations(folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readFileSync(new URL('README.md', import.meta.url)));
}

/** Bundled, so that a browser loads one file, without the parts of the generated code that nothing uses. */
function writeJavaScript(folder: string): void {
  buildSync({
    entryPoints: [join(RUNTIME, 'index.ts')],
    absWorkingDir: RUNTIME,
    outfile: resolve(folder, 'index.js'),
    ...{ bundle: true, format: 'esm', platform: 'neutral', target: 'es2022', charset: 'utf8' },
    logLevel: 'error',
  });
}

function writeDeclarations(folder: string): void {
  const options = { ...DECLARATIONS, rootDir: RUNTIME, outDir: folder };
  const { diagnostics, emitSkipped } = ts
    .createProgram([join(RUNTIME, 'index.ts')], options)
    .emit(undefined, (file, text) => ts.sys.writeFile(file, withJsImports(text)));
  if (emitSkipped) throw new Error(ts.formatDiagnostics(diagnostics, FORMAT));
}

/** The compiler keeps the extension `.ts` of imports in declarations. */
const withJsImports = (text: string) => text.replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.ts(?=['"])/g, '$1.js');

const FORMAT: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: name => name,
  getCurrentDirectory: () => RUNTIME,
  getNewLine: () => '\n',
};
