import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatDays, formatEuros } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies a client that an expert has made an offer. The expert's name and note are shown only on its page. */
export function newOfferMail({
  firstName,
  price,
  daysToComplete,
  testimony,
  link,
}: MailMessageOf<'new-offer'>): MailContent {
  return {
    subject: 'Máte novú ponuku na znalecký posudok',
    preheader: `${testimonySummary(testimony)}: ${formatEuros(price)}, ${formatDays(daysToComplete)}.`,
    greeting: greeting(firstName),
    paragraphs: ['na váš znalecký posudok prišla nová ponuka.'],
    highlights: [
      ['Cena', formatEuros(price)],
      ['Čas na vypracovanie', formatDays(daysToComplete)],
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Pozrieť ponuku', url: link },
  };
}
