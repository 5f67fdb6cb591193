/** Files that the pages of the local stack load from their own origin: the typefaces and the mark (lib/design). */
import { readFileSync } from 'node:fs';
import { MARK_SVG } from '../../lib/design/mark.ts';
import { createTokenStyleSheet, createTypefaceStyleSheet } from '../../lib/design/style-sheets.ts';
import { TYPEFACE_FILES } from '../../lib/design/typeface.ts';

interface PageAsset {
  readonly status: 200;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const ROOT = new URL('../../', import.meta.url);

const createAsset = (type: string, body: Buffer): PageAsset => ({
  status: 200,
  headers: {
    'cache-control': 'public, max-age=86400',
    'content-type': type,
    'x-content-type-options': 'nosniff',
  },
  body,
});

const ASSET_CREATORS: ReadonlyMap<string, () => PageAsset> = new Map([
  ['/assets/mark.svg', () => createAsset('image/svg+xml', Buffer.from(MARK_SVG))],
  ...TYPEFACE_FILES.map(
    ({ name, path }) =>
      [`/assets/${name}`, () => createAsset('font/woff2', readFileSync(new URL(path, ROOT)))] as const,
  ),
]);

/** Returns the response for the path of an asset, or undefined for other paths. */
export const findPageAsset = (path: string): PageAsset | undefined => ASSET_CREATORS.get(path)?.();

/** Link to the icon, for the head of each page. */
export const ICON_LINK = '<link rel="icon" href="/assets/mark.svg" type="image/svg+xml">';

/** Content-Security-Policy directives for the assets. */
export const ASSET_POLICY = "font-src 'self'; img-src 'self'";

const BASE_STYLE = [
  createTokenStyleSheet(),
  createTypefaceStyleSheet(({ name }) => `/assets/${name}`),
  readStyle('base.css'),
].join('');

/** Reads a style sheet of `infra/local/styles/` and adds the style of all pages. */
export const createStyleSheet = (file: string): string => BASE_STYLE + readStyle(file);

function readStyle(file: string): string {
  return readFileSync(new URL(`styles/${file}`, import.meta.url), 'utf8');
}
