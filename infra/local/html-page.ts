/** Renders HTML pages of the local stack, with escaped text and a security policy. */
import { createHash } from 'node:crypto';

/** Trusted markup, which is inserted into a page without escaping. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type TemplateValue = string | Markup | readonly Markup[];

/** Template tag for HTML. Escapes strings and inserts markup unchanged. */
export function html(parts: TemplateStringsArray, ...values: TemplateValue[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(renderValue)));
}

function renderValue(value: TemplateValue): string {
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/** The headers of every page. The referrer policy protects signatures and tokens in URLs. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Returns the hash by which a Content-Security-Policy allows an inline style or script. */
export const createCspHash = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** The colours of all pages, for light and dark mode. */
export const COLOR_THEME = `:root { color-scheme: light dark;
  --ground: light-dark(#f3f5f9, #10141b); --card: light-dark(#fff, #1a202a); --ink: light-dark(#1b2430, #e8ebf1);
  --soft: light-dark(#566173, #a5afbf); --line: light-dark(#dfe4ec, #2f3846); --edge: light-dark(#8792a4, #6b778b);
  --accent: light-dark(#1f4fd8, #8fb0ff); --button: light-dark(#1f4fd8, #2f62e6); --chosen: light-dark(#e8eefc, #222d42) }`;

const PAGE_STYLE = `${COLOR_THEME}
* { box-sizing: border-box }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; background: var(--ground); color: var(--ink) }
header, main { max-width: 34rem; margin: 0 auto; padding: 0 1.75rem }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; padding-top: 2rem; padding-bottom: 1rem;
  color: var(--soft); font-size: .9rem }
header strong { color: var(--ink); font-size: 1rem }
main { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding-top: 1.75rem; padding-bottom: 1.75rem }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 1.25rem }
h2 { font-size: 1rem; margin: 0 }
p { margin: 0 0 1rem }
a { color: var(--accent) }
label { display: block; margin: 1rem 0 }
input { display: block; width: 100%; padding: .6rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--edge); border-radius: .4rem }
button { width: 100%; min-height: 2.9rem; padding: .6rem 1.2rem; font: inherit; font-weight: 600; color: #fff; background: var(--button);
  border: 1px solid transparent; border-radius: .4rem; cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
table { width: 100%; border-collapse: collapse; margin: 0 0 1.25rem }
th, td { padding: .7rem 0; text-align: left; font-weight: 400; vertical-align: top; border-bottom: 1px solid var(--line) }
td { padding-left: 1rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
tfoot th, tfoot td { border: 0; font-size: 1.25rem; font-weight: 700 }
small, dt { display: block; font-size: .875rem; color: var(--soft) }
dl { margin: 0 0 1.25rem; display: grid; gap: .6rem }
dd { margin: 0; overflow-wrap: anywhere }
code, pre { font-size: .9em; overflow-wrap: anywhere }
pre { padding: .8rem; background: var(--ground); border-radius: .4rem; white-space: pre-wrap }
output { display: block; margin-top: 1rem; font-weight: 600 }
[role=alert] { padding: .75rem 1rem; background: var(--chosen); border-radius: .4rem; font-weight: 600 }
section { margin-top: 1.75rem; padding-top: 1.25rem; border-top: 1px solid var(--line); display: grid; gap: .6rem }
section p { margin: 0; font-size: .875rem; color: var(--soft) }
section label { margin: 0 0 .6rem; font-size: .875rem }
section button { font-weight: 400; color: inherit; background: var(--ground); border-color: var(--edge) }
.back { margin: 1.25rem 0 0; text-align: center }
@media (max-width: 36rem) { main { border-width: 1px 0; border-radius: 0; padding-left: 1.25rem; padding-right: 1.25rem } header { padding: 1.25rem } }
`;

/**
 * The Content-Security-Policy directives of all pages. They forbid loading resources and showing the page in a frame.
 */
export const PAGE_SECURITY_POLICY = `default-src 'none'; style-src ${createCspHash(PAGE_STYLE)}; base-uri 'none'; frame-ancestors 'none'`;

const NOTICES = {
  sk: 'Skúšobná stránka, o skutočné peniaze nejde.',
  en: 'On this machine only. No real money moves.',
} as const;

/** Renders a complete page. */
export function renderPage(title: string, content: Markup, language: 'sk' | 'en' = 'sk'): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Trhovisko posudkov</title>
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<header><strong>Trhovisko posudkov</strong> ${NOTICES[language]}</header>
<main><h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}
