/**
 * HTML layout of mails. The layout uses tables and inline styles, because most mail clients support little else. The
 * CSS classes are for mail clients that support dark mode.
 */
import type { MailContent, MailDetailRow, MailFooter } from './content.ts';

const BRAND = 'Trhovisko posudkov';

const FONT_STYLE = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
/** Keeps line breaks in user input, and breaks long words so that the mail is never wider than a phone. */
const WRAP_STYLE = 'white-space:pre-line;word-break:break-word;overflow-wrap:anywhere';
const PARAGRAPH_STYLE = `${FONT_STYLE};${WRAP_STYLE};font-size:16px;line-height:1.5;color:#1d2433;margin:0 0 16px`;
const SMALL_STYLE = `${FONT_STYLE};${WRAP_STYLE};font-size:13px;line-height:1.5;color:#5b6475;margin:0 0 12px`;
const TITLE_STYLE = `${FONT_STYLE};${WRAP_STYLE};font-size:22px;line-height:1.3;font-weight:700;color:#1d2433;margin:0 0 20px`;
const BRAND_STYLE = `${FONT_STYLE};font-size:15px;font-weight:700;color:#1d2433`;
const BUTTON_STYLE = `${FONT_STYLE};font-size:16px;font-weight:600;color:#ffffff;background:#1f4fd8;text-decoration:none;padding:12px 24px;border-radius:6px;display:inline-block`;
const CELL_STYLE = `${FONT_STYLE};font-size:15px;line-height:1.4;padding:9px 0;border-top:1px solid #e3e7ef;vertical-align:top`;

const DARK_MODE_CSS = [
  '.g{background:#10141b!important}',
  '.c{background:#1a202a!important}',
  '.i{color:#e8ebf1!important}',
  '.s{color:#a5afbf!important}',
  '.a{color:#8fb0ff!important}',
  '.b{background:#2f62e6!important}',
  '.r{border-color:#2f3846!important}',
].join('');

/** Invisible characters after the preheader, so that mail clients show no further text of the mail in the preview. */
const PREVIEW_FILLER = '\u034f '.repeat(80);

export function renderHtml(content: MailContent, { contact, signature }: MailFooter): string {
  const { subject, preheader, greeting, paragraphs, facts = [], action, remarks = [] } = content;
  return `<!doctype html>
<html lang="sk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${DARK_MODE_CSS}}</style>
</head>
<body class="g" style="margin:0;padding:0;background:#f2f4f8">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}${PREVIEW_FILLER}</div>
<table role="presentation" class="g" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f8">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="i" style="${BRAND_STYLE};padding:0 28px 16px">${BRAND}</td></tr>
<tr><td class="c" style="padding:32px 28px 20px;background:#ffffff;border-radius:8px">
<h1 class="i" style="${TITLE_STYLE}">${escapeHtml(subject)}</h1>
${[greeting, ...paragraphs].map(line => renderParagraph(line)).join('\n')}
${facts.length > 0 ? renderTable(facts) : ''}${action ? renderButton(action) : ''}${remarks.map(line => renderSmallText(line)).join('\n')}
<p class="s r" style="${SMALL_STYLE};border-top:1px solid #e3e7ef;padding-top:16px">${escapeHtml(contact)}</p>
<p class="s" style="${SMALL_STYLE}">${signature}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const renderParagraph = (line: string): string =>
  `<p class="i" style="${PARAGRAPH_STYLE}">${escapeHtml(line)}</p>`;

const renderSmallText = (line: string): string =>
  `<p class="s" style="${SMALL_STYLE}">${escapeHtml(line)}</p>`;

function renderTable(facts: readonly MailDetailRow[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="s r" style="${CELL_STYLE};white-space:nowrap;color:#5b6475;padding-right:16px">${escapeHtml(name)}</td><td class="i r" width="100%" style="${CELL_STYLE};${WRAP_STYLE};color:#1d2433">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">
${rows.join('\n')}
</table>
`;
}

function renderButton({ label, url }: NonNullable<MailContent['action']>): string {
  const address = escapeHtml(url);
  return `<p style="margin:8px 0 24px"><a class="b" href="${address}" style="${BUTTON_STYLE}">${escapeHtml(label)}</a></p>
<p class="s" style="${SMALL_STYLE}">Ak tlačidlo nefunguje, skopírujte do prehliadača túto adresu:<br><a class="a" href="${address}" style="color:#1f4fd8;word-break:break-all">${address}</a></p>
`;
}

const HTML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, character => HTML_ENTITIES[character] ?? '');
}
