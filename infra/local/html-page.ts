/** Renders HTML pages of the local stack, with escaped text and a security policy. */
import { createHash } from 'node:crypto';
import { ASSET_POLICY, createStyleSheet, ICON_LINK } from './page-assets.ts';

const PAGE_STYLE = createStyleSheet('page.css');

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

/**
 * The Content-Security-Policy directives of all pages. They forbid loading resources from elsewhere and showing the
 * page in a frame.
 */
export const PAGE_SECURITY_POLICY = `default-src 'none'; style-src ${createCspHash(PAGE_STYLE)}; ${ASSET_POLICY}; base-uri 'none'; frame-ancestors 'none'`;

const NOTICES = { sk: 'Skúšobná stránka', en: 'Local stack' } as const;

interface PageContent {
  readonly title: string;
  readonly main: Markup;
  readonly language?: keyof typeof NOTICES;
  readonly isWide?: boolean;
}

export function renderPage({ title, main, language = 'sk', isWide = false }: PageContent): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Trhovisko posudkov</title>
${new Markup(ICON_LINK)}
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body class="${isWide ? 'wide' : ''}">
<header class="top"><img class="mark" src="/assets/mark.svg" alt=""><strong>Trhovisko posudkov</strong>
<span class="badge">${NOTICES[language]}</span></header>
<main>
${main}
</main>
</body>
</html>
`.text;
}
