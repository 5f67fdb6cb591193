/** Pages of the local stack: text is escaped unless it is markup already. */
import { createHash } from 'node:crypto';

/** Trusted markup, as opposed to text that still has to be escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Markup | readonly Markup[];

export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(textOf)));
}

function textOf(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  return value instanceof Markup ? value.text : value.map(({ text }) => text).join('\n');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

/** Every page has these, whatever it is about; addresses carry signatures and tokens. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** The directives that all pages share: nothing is loaded, nobody frames them. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** What a policy names a style or a script by that stands in the page itself. */
export const hashed = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** The colours of all pages, by day and by night. */
export const THEME = `:root { color-scheme: light dark;
  --ground: light-dark(#f3f5f9, #10141b); --card: light-dark(#fff, #1a202a); --ink: light-dark(#1b2430, #e8ebf1);
  --soft: light-dark(#566173, #a5afbf); --line: light-dark(#dfe4ec, #2f3846); --edge: light-dark(#8792a4, #6b778b);
  --accent: light-dark(#1f4fd8, #8fb0ff); --button: light-dark(#1f4fd8, #2f62e6); --chosen: light-dark(#e8eefc, #222d42) }`;

/** A whole page, in Slovak. */
export function layout(title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="sk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem; color: #1c2733 }
  h1 { font-size: 1.5rem }
  label { display: block; margin: 1rem 0 }
  input { display: block; width: 100%; box-sizing: border-box; padding: .6rem; font: inherit }
  button { padding: .7rem 1.4rem; font: inherit; color: #fff; background: #14508c; border: 0; border-radius: .3rem }
  code { overflow-wrap: anywhere }
  pre { padding: .8rem; background: #eef2f6; border-radius: .3rem; white-space: pre-wrap }
  output { display: block; margin-top: 1rem; font-weight: 600 }
</style>
</head>
<body>
<main><h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}
