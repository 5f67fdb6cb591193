/** The package that frontends install: the runtime as JavaScript, its types, and nothing else. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const RUNTIME = fileURLToPath(new URL('runtime/', import.meta.url));
const OWN = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  declaration: true,
  newLine: ts.NewLineKind.LineFeed,
  allowImportingTsExtensions: true,
  rewriteRelativeImportExtensions: true,
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

/** @param folder may exist; what is of the same name in it is replaced */
export function writePackage(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const program = ts.createProgram([join(RUNTIME, 'index.ts')], {
    ...OPTIONS,
    rootDir: RUNTIME,
    outDir: folder,
  });
  const { diagnostics, emitSkipped } = program.emit(undefined, (file, text) =>
    writeFileSync(file, file.endsWith('.d.ts') ? withJsImports(text) : text),
  );
  if (emitSkipped) throw new Error(ts.formatDiagnostics(diagnostics, FORMAT));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readFileSync(new URL('README.md', import.meta.url)));
}

/** What the compiler does for code it leaves undone in declarations. */
const withJsImports = (text: string) => text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'");

const FORMAT: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: name => name,
  getCurrentDirectory: () => RUNTIME,
  getNewLine: () => '\n',
};
