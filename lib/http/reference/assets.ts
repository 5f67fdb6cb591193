/** Files that the API reference page loads (functions/docs/show.ts). */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { MARK_SVG } from '../../design/mark.ts';
import { TYPEFACE_FILES } from '../../design/typeface.ts';
import { createStyleSheet } from './style-sheet.ts';

interface Asset {
  readonly mediaType: string;
  readonly gzip: Buffer;
}

interface Source {
  readonly mediaType: string;
  readonly read: () => string | Buffer;
}

/**
 * Reads a file relative to the working directory. `package.patterns` in infra/functions/docs.yml adds the files to the
 * function's zip.
 */
const file =
  (path: string): Source['read'] =>
  () =>
    readFileSync(path);

const JAVASCRIPT = 'text/javascript; charset=utf-8';

const SOURCES: ReadonlyMap<string, Source> = new Map<string, Source>([
  ['mark.svg', { mediaType: 'image/svg+xml', read: () => MARK_SVG }],
  ['reference.css', { mediaType: 'text/css; charset=utf-8', read: createStyleSheet }],
  [
    'scalar.js',
    { mediaType: JAVASCRIPT, read: file('node_modules/@scalar/api-reference/dist/browser/standalone.js') },
  ],
  ['start.js', { mediaType: JAVASCRIPT, read: file('lib/http/reference/start.js') }],
  ...TYPEFACE_FILES.map(
    ({ name, path }) => [name, { mediaType: 'font/woff2', read: file(`node_modules/${path}`) }] as const,
  ),
]);

/** Names of the files. */
export const ASSET_NAMES = [...SOURCES.keys()];

const gzipByName = new Map<string, Buffer>();

/** Returns the file with this name, or undefined when there is none. The file is read and compressed on first use. */
export function findAsset(name: string): Asset | undefined {
  const source = SOURCES.get(name);
  if (!source) return undefined;
  const gzip = gzipByName.get(name) ?? gzipSync(source.read());
  gzipByName.set(name, gzip);
  return { mediaType: source.mediaType, gzip };
}
