/**
 * Builder of the console's files: one HTML page, one script with parts that load on demand, one style sheet, the
 * typefaces and the mark.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, stop } from 'esbuild';
import { MARK_SVG } from '../../lib/design/mark.ts';
import { createTokenStyleSheet, createTypefaceStyleSheet } from '../../lib/design/style-sheets.ts';
import { COLORS } from '../../lib/design/tokens.ts';
import {
  REJECTED_SCAN_RETENTION_DAYS,
  UNREVIEWED_SCAN_RETENTION_DAYS,
} from '../../lib/domain/model/files/file.ts';
import { readLegalLinks } from '../../lib/legal-links.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Adds the design tokens and the typefaces to the style sheet. The build replaces the paths of font files by URLs. */
const designPlugin: Plugin = {
  name: 'design',
  setup: ({ onLoad }) =>
    onLoad({ filter: /styles\/index\.css$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}${createTokenStyleSheet()}${createTypefaceStyleSheet(({ path }) => `${ROOT}${path}`)}`,
      loader: 'css',
    })),
};

export interface ConsoleFile {
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** Files by URL path. For any other path, the server returns `/index.html`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

/**
 * Builds the console.
 * @param apiUrl URL of the API that the console calls
 * @param settings settings of the stage
 * @throws Error when the settings lack a URL or a number that the console shows
 */
export async function buildConsole(
  apiUrl: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<ConsoleFiles> {
  const facts = createServiceFacts(settings);
  const { outputFiles } = await build({
    absWorkingDir: FOLDER,
    entryPoints: { main: 'app/main.tsx', style: 'app/styles/index.css' },
    entryNames: '[name]-[hash]',
    outdir: '/assets',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    external: ['/icon.svg'],
    target: ['es2022', 'chrome111', 'firefox121', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [designPlugin],
    logLevel: 'error',
  });
  await stop(); // otherwise esbuild's child process would run as long as this process

  const assets = outputFiles.map(({ path, contents }) => [`/assets/${basename(path)}`, contents] as const);
  const findAsset = (name: RegExp) => assets.find(([path]) => name.test(path))?.[0] ?? '';
  const placeholders = {
    'api-url': apiUrl,
    facts: JSON.stringify(facts),
    contact: facts.contact,
    'contact-name': facts.contact.replace('mailto:', ''),
    script: findAsset(/main-.+js$/),
    style: findAsset(/style-.+css$/),
    sans: findAsset(/sans-.+woff2$/),
    serif: findAsset(/serif-.+woff2$/),
    surface: COLORS.light.surface,
    'dark-surface': COLORS.dark.surface,
  };
  const page = readFileSync(`${FOLDER}index.html`, 'utf8').replace(
    /\{([\w-]+)\}/g,
    (_, placeholder: keyof typeof placeholders) => escapeHtml(placeholders[placeholder]),
  );
  return new Map<string, ConsoleFile>([
    ['/index.html', { type: 'text/html; charset=utf-8', content: page }],
    ['/icon.svg', { type: 'image/svg+xml', content: MARK_SVG }],
    ['/apple-touch-icon.png', { type: 'image/png', content: readFileSync(`${FOLDER}apple-touch-icon.png`) }],
    ...assets.map(([path, content]) => [path, { type: getContentType(path), content }] as const),
  ]);
}

/** Creates the facts that app/core/service-facts.ts reads. */
function createServiceFacts(settings: Readonly<Record<string, unknown>>) {
  const readNumber = (name: string): number => {
    const value = Number(settings[name]);
    if (settings[name] && Number.isFinite(value)) return value;
    throw new Error(`${name} must be a number.`);
  };
  return {
    ...readLegalLinks(settings),
    commissionPercent: readNumber('COMMISSION_PERCENT'),
    minCommission: readNumber('MIN_COMMISSION'),
    payoutDelayDays: readNumber('PAYOUT_DELAY_DAYS'),
    scanDays: {
      accepted: readNumber('SCANS_KEPT_DAYS'),
      rejected: REJECTED_SCAN_RETENTION_DAYS,
      unreviewed: UNREVIEWED_SCAN_RETENTION_DAYS,
    },
  };
}

function getContentType(path: string): string {
  if (path.endsWith('.woff2')) return 'font/woff2';
  return path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
