/** Layout shared by all mails, which renders the same content as HTML and as plain text. */
import type { Content, End } from './content.ts';
import { html } from './html.ts';

export interface Mail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const SIGNATURE = 'Tím Trhoviska posudkov';

/**
 * Renders the content as HTML and plain text.
 *
 * @param support the support e-mail address; without it the mail says that replies are not read
 */
export function renderLayout(content: Content, support?: string): Mail {
  const { subject } = content;
  const end = { contact: contactAt(support), signature: SIGNATURE };
  return { subject, html: html(content, end), text: text(content, end) };
}

const contactAt = (support: string | undefined): string =>
  support
    ? `Máte otázku? Odpovedzte na túto správu alebo nám napíšte na ${support}.`
    : 'Na túto správu prosím neodpovedajte, odpovede na ňu nikto nečíta.';

function text(content: Content, { contact, signature }: End): string {
  const { greeting, paragraphs, facts = [], action, remarks = [] } = content;
  const blocks = [
    greeting,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(fact => fact.join(': ')).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...remarks,
    contact,
    signature,
  ];
  return `${blocks.join('\n\n')}\n`;
}
