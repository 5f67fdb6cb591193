/**
 * One template for every mail: the same paragraphs become HTML and plain text.
 *
 * Tables and inline styles, because mail programs know little else.
 */
export interface Content {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** The one thing the reader is asked to do. */
  readonly action?: { readonly label: string; readonly url: string };
  /** What matters less, under the action. */
  readonly remarks?: readonly string[];
}

export interface Mail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const SIGNATURE = 'Tím Trhoviska posudkov';

export function lay(content: Content): Mail {
  return { subject: content.subject, html: html(content), text: text(content) };
}

/** `Dobrý deň, Jana,` or without a name where there is none. */
export function greet(firstName: string | null): string {
  return firstName ? `Dobrý deň, ${firstName},` : 'Dobrý deň,';
}

function text({ greeting, paragraphs, action, remarks = [] }: Content): string {
  const blocks = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...remarks,
    SIGNATURE,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
/** What people wrote keeps its lines, and no word of theirs makes the page wider than a phone. */
const WRAPPED = 'white-space:pre-line;word-break:break-word;overflow-wrap:anywhere';
const BODY = `${FONT};${WRAPPED};font-size:16px;line-height:1.5;color:#1d2433;margin:0 0 16px`;
const SMALL = `${FONT};font-size:13px;line-height:1.5;color:#5b6475;margin:0 0 12px`;
const BUTTON = `${FONT};font-size:16px;font-weight:600;color:#ffffff;background:#1f4fd8;text-decoration:none;padding:12px 24px;border-radius:6px;display:inline-block`;

function html({ subject, greeting, paragraphs, action, remarks = [] }: Content): string {
  return `<!doctype html>
<html lang="sk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f2f4f8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f8">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="padding:32px 28px 20px">
${[greeting, ...paragraphs].map(line => `<p style="${BODY}">${escaped(line)}</p>`).join('\n')}
${action ? button(action) : ''}
${remarks.map(line => `<p style="${SMALL}">${escaped(line)}</p>`).join('\n')}
<p style="${SMALL};border-top:1px solid #e3e7ef;padding-top:16px">${SIGNATURE}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function button({ label, url }: NonNullable<Content['action']>): string {
  const address = escaped(url);
  return `<p style="${BODY};padding:8px 0"><a href="${address}" style="${BUTTON}">${escaped(label)}</a></p>
<p style="${SMALL}">Ak tlačidlo nefunguje, skopírujte do prehliadača túto adresu:<br><a href="${address}" style="color:#1f4fd8;word-break:break-all">${address}</a></p>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, character => ENTITIES[character] ?? '');
}
