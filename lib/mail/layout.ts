/** Layout shared by all mails, which renders the same content as HTML and as plain text. */

import type { RenderedMail } from '../domain/model/mails/mail-record.ts';
import type { LegalLinks } from '../legal-links.ts';
import type { MailContentWithGreeting, MailDetailRow, MailFooter } from './content.ts';
import { renderHtml } from './html.ts';

const SIGNATURE = 'Tím Trhoviska posudkov';

/**
 * Renders the content as HTML and plain text.
 * @param support the support e-mail address; without it, the mail says that replies are not read
 * @param legalLinks links of the footer; undefined if it has none
 */
export function renderLayout(
  content: MailContentWithGreeting,
  support?: string,
  legalLinks?: LegalLinks,
): RenderedMail {
  const { subject } = content;
  const links = legalLinks ? listFooterLinks(legalLinks) : [];
  const footer = { contact: createContactText(support), signature: SIGNATURE, links };
  return { subject, html: renderHtml(content, footer), text: renderPlainText(content, footer) };
}

const createContactText = (support: string | undefined): string =>
  support
    ? `Máte otázku? Odpovedzte na túto správu alebo nám napíšte na ${support}.`
    : 'Na túto správu prosím neodpovedajte, odpovede na ňu nikto nečíta.';

const listFooterLinks = ({ terms, privacy, contact }: LegalLinks): MailDetailRow[] => [
  ['Podmienky', terms],
  ['Ochrana osobných údajov', privacy],
  ['Kontakt', contact],
];

const renderRows = (rows: readonly MailDetailRow[]): string[] =>
  rows.length > 0
    ? [rows.map(([name, value, url]) => `${name}: ${value}${url ? `\n${url}` : ''}`).join('\n')]
    : [];

function renderPlainText(
  content: MailContentWithGreeting,
  { contact, signature, links }: MailFooter,
): string {
  const { greeting, paragraphs, highlights = [], list = [], facts = [], action, remarks = [] } = content;
  const blocks = [
    greeting,
    ...paragraphs,
    ...renderRows(highlights),
    ...renderRows(list),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...renderRows(facts),
    ...remarks,
    contact,
    signature,
    ...renderRows(links.map(([name, url]) => [name, url.replace('mailto:', '')])),
  ];
  return `${blocks.join('\n\n')}\n`;
}
