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

/** Common beginning of every page's style sheet: tokens, typefaces, and defaults of elements. */
export const BASE_STYLE = `${createTokenStyleSheet()}${createTypefaceStyleSheet(({ name }) => `/assets/${name}`)}
* { box-sizing: border-box }
body { margin: 0; font: var(--text-size)/1.5 var(--font); background: var(--ground); color: var(--text); -webkit-text-size-adjust: 100% }
h1, h2, h3, p, dl, dd, ol, ul { margin: 0; padding: 0 }
ol, ul { list-style: none }
a { color: var(--accent); text-underline-offset: .2em }
code, pre { font: .875em/1.5 var(--mono); overflow-wrap: anywhere }
input, select, button { font: inherit; color: inherit; min-width: 0; min-height: 2.625rem; padding: .375rem .75rem;
  background: var(--surface); border: 1px solid var(--line-strong); border-radius: var(--radius-small) }
button { font-weight: 600; cursor: pointer }
button:hover { background: var(--sunken) }
button.primary { color: var(--on-accent); background: var(--accent); border-color: transparent }
button.primary:hover { background: var(--accent-strong) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.mark { display: block; width: 1.75rem; height: 1.75rem }
.badge { padding: .125rem .625rem; border-radius: 1rem; background: var(--warning-soft); color: var(--warning);
  font-size: var(--tiny); font-weight: 600; white-space: nowrap }
`;
