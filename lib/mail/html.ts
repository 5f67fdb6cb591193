/**
 * HTML layout of mails. The layout uses tables and inline styles, because most mail clients support little else. The
 * CSS classes are for mail clients that support dark mode. Colours and mark are described in
 * infra/decisions/0037-design-tokens.md.
 */
import { BRAND_COLOR, COLORS, type ColorName } from '../design/tokens.ts';
import { insertNonBreakingCharacters } from '../texts/non-breaking.ts';
import type { MailContentWithGreeting, MailDetailRow, MailFooter } from './content.ts';

const BRAND = 'Trhovisko posudkov';
const { light } = COLORS;

const FONT_STYLE = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
/** Keeps line breaks in user input, and breaks long words so that the mail is never wider than a phone. */
const WRAP_STYLE = 'white-space:pre-line;word-break:break-word;overflow-wrap:anywhere';
const PARAGRAPH_STYLE = `${FONT_STYLE};${WRAP_STYLE};font-size:16px;line-height:1.5;color:${light.text};margin:0 0 16px`;
const SMALL_STYLE = `${FONT_STYLE};${WRAP_STYLE};font-size:13px;line-height:1.5;color:${light.muted};margin:0 0 8px`;
const TITLE_FONT_STYLE = 'font-family:Georgia,Cambria,Times New Roman,serif';
const TITLE_STYLE = `${TITLE_FONT_STYLE};${WRAP_STYLE};font-size:24px;line-height:1.25;font-weight:700;letter-spacing:-.01em;color:${light.text};margin:0 0 20px`;
const BRAND_STYLE = `${TITLE_FONT_STYLE};font-size:16px;font-weight:700;color:${light.text};padding-left:10px`;
/** The mark of the service without an image, because Gmail and Outlook display neither SVG nor embedded images. */
const MARK_STYLE = `color:#ffffff;background:${BRAND_COLOR};border-radius:4px;padding:3px 2px 2px 4px`;
/** Content of the mark: a dashed line at the left, and a tick in a circle. */
const MARK_CONTENT =
  '<div style="border-left:2px dashed;padding:7px 0 0 3px"><div style="width:14px;height:14px;border:1px solid;border-radius:50%;font-size:10px;line-height:14px;font-weight:700;text-align:center">\u2713</div></div>';
const BUTTON_STYLE = `${FONT_STYLE};font-size:16px;line-height:1.25;font-weight:600;color:${light['on-fill']};text-decoration:none;padding:14px 28px;display:inline-block`;
const CELL_STYLE = `${FONT_STYLE};font-size:14px;line-height:1.4;padding:9px 0;border-top:1px solid ${light.line};vertical-align:top`;
const VALUE_STYLE = `${FONT_STYLE};${WRAP_STYLE};font-size:20px;line-height:1.3;font-weight:700;color:${light.text};margin:0`;

/** CSS properties that each class has in dark mode. */
const DARK_MODE: Readonly<Record<string, readonly [property: string, color: ColorName]>> = {
  g: ['background', 'ground'],
  c: ['background', 'surface'],
  h: ['background', 'sunken'],
  i: ['color', 'text'],
  s: ['color', 'muted'],
  a: ['color', 'accent'],
  b: ['background', 'fill'],
  t: ['color', 'on-fill'],
  r: ['border-color', 'line'],
};
const DARK_MODE_CSS = [
  ...Object.entries(DARK_MODE).map(
    ([name, [property, color]]) => `.${name}{${property}:${COLORS.dark[color]}!important}`,
  ),
  `.m{background:${BRAND_COLOR}!important;color:#ffffff!important}`,
].join('');

/** Invisible characters after the preview text, so that mail clients show no further text of the mail there. */
const PREVIEW_FILLER = '\u034f '.repeat(80);

export function renderHtml(
  content: MailContentWithGreeting,
  { contact, signature, links }: MailFooter,
): string {
  const { subject, preheader, greeting, paragraphs, highlights = [], facts = [] } = content;
  const { action, list = [], remarks = [] } = content;
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
<body class="g" style="margin:0;padding:0;background:${light.ground}">
<div style="display:none;max-height:0;overflow:hidden">${renderText(preheader)}${PREVIEW_FILLER}</div>
<table role="presentation" class="g" width="100%" cellpadding="0" cellspacing="0" style="background:${light.ground}">
<tr><td align="center" style="padding:24px 12px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 24px 16px">${MARK_AND_BRAND}</td></tr>
<tr><td class="c r" style="padding:28px 24px 12px;background:${light.surface};border:1px solid ${light.line};border-radius:10px">
<h1 class="i" style="${TITLE_STYLE}">${renderText(subject)}</h1>
${[greeting, ...paragraphs].map(line => renderParagraph(line)).join('\n')}
${highlights.length > 0 ? renderHighlights(highlights) : ''}${list.length > 0 ? renderTable(list) : ''}${action ? renderButton(action) : ''}${facts.length > 0 ? renderTable(facts) : ''}${remarks.map(line => renderSmallText(line)).join('\n')}
</td></tr>
<tr><td style="padding:20px 24px 0">
${renderSmallText(contact)}
${renderSmallText(signature)}
${action ? renderLinkHint(action.url) : ''}${links.length > 0 ? renderFooterLinks(links) : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const MARK_AND_BRAND = `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="m" aria-hidden="true" style="${MARK_STYLE}">${MARK_CONTENT}</td><td class="i" style="${BRAND_STYLE}">${BRAND}</td></tr></table>`;

const renderParagraph = (line: string): string =>
  `<p class="i" style="${PARAGRAPH_STYLE}">${renderText(line)}</p>`;

const renderSmallText = (line: string): string =>
  `<p class="s" style="${SMALL_STYLE}">${renderText(line)}</p>`;

function renderHighlights(highlights: readonly MailDetailRow[]): string {
  const rows = highlights.map(
    ([name, value], index) =>
      `<tr><td style="padding:${index === 0 ? 14 : 0}px 16px 14px"><p class="s" style="${SMALL_STYLE};margin:0 0 2px">${renderText(name)}</p><p class="i" style="${VALUE_STYLE}">${renderText(value)}</p></td></tr>`,
  );
  return `<table role="presentation" class="h" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 20px;background:${light.sunken};border-radius:8px">
${rows.join('\n')}
</table>
`;
}

/** Renders the button. The table cell has the background, because Outlook ignores the padding of links. */
const renderButton = ({ label, url }: NonNullable<MailContentWithGreeting['action']>): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 24px"><tr><td class="b" style="background:${light.fill};border-radius:6px;mso-padding-alt:14px 28px"><a class="t" href="${escapeHtml(url)}" style="${BUTTON_STYLE}">${renderText(label)}</a></td></tr></table>
`;

function renderTable(facts: readonly MailDetailRow[]): string {
  const rows = facts.map(
    ([name, value, url]) =>
      `<tr><td class="s r" style="${CELL_STYLE};white-space:nowrap;color:${light.muted};padding-right:16px">${renderText(name)}</td><td class="i r" width="100%" style="${CELL_STYLE};${WRAP_STYLE};color:${light.text}">${url ? renderLink(value, url) : renderText(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
${rows.join('\n')}
</table>
`;
}

function renderFooterLinks(links: readonly MailDetailRow[]): string {
  const anchors = links.map(([label, url]) => renderLink(label, url));
  return `<p class="s" style="${SMALL_STYLE}">${anchors.join(' · ')}</p>
`;
}

const renderLinkHint = (url: string): string =>
  `<p class="s" style="${SMALL_STYLE}">Ak tlačidlo nefunguje, skopírujte do prehliadača túto adresu:<br>${renderLink(url, url)}</p>
`;

const renderLink = (text: string, url: string): string =>
  `<a class="a" href="${escapeHtml(url)}" style="color:${light.accent}">${renderText(text)}</a>`;

const renderText = (text: string): string => escapeHtml(insertNonBreakingCharacters(text));

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
