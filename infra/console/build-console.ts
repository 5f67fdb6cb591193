/** The console as files: one page, one script, one sheet of styles, an icon. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

export interface ConsoleFile {
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** By path, `/index.html` among them: the page of every address that is no file. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

/** @param apiUrl the one API that these pages call */
export async function buildConsole(apiUrl: string): Promise<ConsoleFiles> {
  const { outputFiles } = await build({
    absWorkingDir: FOLDER,
    entryPoints: { main: 'app/main.tsx', style: 'app/styles/index.css' },
    entryNames: '[name]-[hash]',
    outdir: '/assets',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox121', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
  });
  await stop(); // its process would stay for as long as the service runs

  const assets = outputFiles.map(({ path, contents }) => [`/assets/${basename(path)}`, contents] as const);
  const findAsset = (name: RegExp) => assets.find(([path]) => name.test(path))?.[0] ?? '';
  const placeholders = {
    'api-url': apiUrl,
    script: findAsset(/main-.+js$/),
    style: findAsset(/style-.+css$/),
  };
  const page = readFileSync(`${FOLDER}index.html`, 'utf8').replace(
    /\{([\w-]+)\}/g,
    (_, placeholder: keyof typeof placeholders) => escapeHtml(placeholders[placeholder]),
  );
  return new Map<string, ConsoleFile>([
    ['/index.html', { type: 'text/html; charset=utf-8', content: page }],
    ['/icon.svg', { type: 'image/svg+xml', content: readFileSync(`${FOLDER}icon.svg`) }],
    ...assets.map(([path, content]) => [path, { type: getContentType(path), content }] as const),
  ]);
}

const getContentType = (path: string): string =>
  path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
