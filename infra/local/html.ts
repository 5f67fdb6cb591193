/** Pages of the local stack: text is escaped unless it is markup already. */

/** Trusted markup, as opposed to text that still has to be escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function html(parts: TemplateStringsArray, ...values: (string | Markup)[]): Markup {
  const texts = values.map(value => (value instanceof Markup ? value.text : escaped(value)));
  return new Markup(String.raw({ raw: parts }, ...texts));
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
