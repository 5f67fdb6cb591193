/** Files that the API reference page loads (functions/docs/show.ts). */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { MARK_SVG } from '../../design/mark.ts';
import { createTokenStyleSheet, createTypefaceStyleSheet } from '../../design/style-sheets.ts';
import { COLORS, SHADOWS } from '../../design/tokens.ts';
import { TYPEFACE_FILES } from '../../design/typeface.ts';

interface Asset {
  readonly mediaType: string;
  readonly gzip: Buffer;
}

interface Source {
  readonly mediaType: string;
  readonly read: () => string | Buffer;
}

/**
 * Returns a function that reads a file, whose path is relative to the working directory. `package.patterns` in
 * infra/functions/docs.yml adds the files to the function's zip.
 */
const file =
  (path: string): Source['read'] =>
  () =>
    readFileSync(path);

/** Reads Scalar's browser script. In the code of the Fastify plugin, it is a string literal on its own line. */
function readScalarScript(): string {
  const plugin = readFileSync('node_modules/@scalar/fastify-api-reference/dist/index.js', 'utf8');
  const [, literal] = /^var standalone_default = (".*");$/m.exec(plugin) ?? [];
  if (!literal) throw new Error('The Fastify plugin contains no browser script of Scalar.');
  return runInNewContext(literal);
}

/**
 * CSS rules of the page, without the values of the design tokens. The path is relative to the working directory
 * (infra/functions/docs.yml).
 */
const RULES_FILE = 'lib/http/reference/reference.css';

const declareTokens = (selector: string, tokens: Readonly<Record<string, string>>): string =>
  `${selector} {\n${Object.entries(tokens)
    .map(([name, value]) => `  --${name}: ${value};\n`)
    .join('')}}\n`;

/**
 * Returns the style sheet of the page, made from the design tokens. The theme follows the system until the reader
 * chooses one: Scalar gives the page the class `light-mode` or `dark-mode`.
 */
const createStyleSheet = (): string =>
  [
    createTypefaceStyleSheet(({ name }) => name),
    createTokenStyleSheet(),
    declareTokens('.light-mode', { ...COLORS.light, ...SHADOWS.light }),
    declareTokens('.dark-mode', { ...COLORS.dark, ...SHADOWS.dark }),
    readFileSync(RULES_FILE, 'utf8'),
  ].join('\n');

const JAVASCRIPT = 'text/javascript; charset=utf-8';

const SOURCES: ReadonlyMap<string, Source> = new Map<string, Source>([
  ['mark.svg', { mediaType: 'image/svg+xml', read: () => MARK_SVG }],
  ['reference.css', { mediaType: 'text/css; charset=utf-8', read: createStyleSheet }],
  ['scalar.js', { mediaType: JAVASCRIPT, read: readScalarScript }],
  ['start.js', { mediaType: JAVASCRIPT, read: file('lib/http/reference/start.js') }],
  ...TYPEFACE_FILES.map(({ name, path }) => [name, { mediaType: 'font/woff2', read: file(path) }] as const),
]);

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
