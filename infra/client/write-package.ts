/** Writer of the npm package that frontends install: an ES module, a CommonJS module, and their type declarations. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import ts from 'typescript';
import { CLIENT_PACKAGE_FILE } from '../../lib/http/reference/client-package.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNTIME_FOLDER = fileURLToPath(new URL('runtime/', import.meta.url));
const PROJECT_MANIFEST = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const DECLARATION_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  isolatedDeclarations: true,
  newLine: ts.NewLineKind.LineFeed,
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

/**
 * Writes the tarball that `GET /api/v1/client.tgz` serves. The finished file replaces the old one in one step, so a
 * running stack never reads an incomplete file.
 */
export function writeServedPackage(): void {
  const target = join(ROOT, CLIENT_PACKAGE_FILE);
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(`${target}-`);
  renameSync(writePackage(folder), target);
  rmSync(folder, { recursive: true });
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

/** Writes the type declarations. They are created file by file, which takes a fraction of the time of a type check. */
function writeDeclarations(folder: string): void {
  for (const file of globSync('**/*.ts', { cwd: RUNTIME_FOLDER })) {
    const source = readFileSync(join(RUNTIME_FOLDER, file), 'utf8');
    const { outputText } = ts.transpileDeclaration(source, {
      fileName: file,
      compilerOptions: DECLARATION_OPTIONS,
    });
    const target = join(folder, file.replace(/ts$/, 'd.ts'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, replaceTsExtensions(outputText));
  }
}

/** Replaces `.ts` by `.js` in the imports of type declarations, because the compiler leaves `.ts` there. */
const replaceTsExtensions = (text: string) =>
  text.replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.ts(?=['"])/g, '$1.js');
