import type { MailMessageOf } from '../domain/model/mail.ts';
import { commissionFacts } from './commission-facts.ts';
import { greeting, type MailContent } from './content.ts';
import { formatDays, formatEuros } from './slovak-formats.ts';
import { dueDateFacts, testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies an expert that the offer was accepted and paid, so the work can begin. */
export function offerAcceptedMail({
  firstName,
  client,
  price,
  commission,
  daysToComplete,
  dueAt,
  testimony,
  link,
}: MailMessageOf<'offer-accepted'>): MailContent {
  return {
    subject: 'Vaša ponuka bola prijatá',
    preheader: `${testimonySummary(testimony)}: na vypracovanie máte ${formatDays(daysToComplete)}.`,
    greeting: greeting(firstName),
    paragraphs: [
      `vaša ponuka za ${formatEuros(price)} je prijatá a zaplatená. Klient: ${client}.`,
      `Na vypracovanie posudku máte ${formatDays(daysToComplete)}. Kontaktné údaje nájdete pri posudku.`,
      'Odmenu vám pošleme, keď klient odovzdaný posudok potvrdí alebo keď uplynie čas na reklamáciu.',
    ],
    highlights: [['Vaša odmena', formatEuros(price - commission)], ...dueDateFacts(dueAt)],
    facts: [...commissionFacts({ price, commission }), ...testimonyFacts(testimony)],
    action: { label: 'Otvoriť posudok', url: link },
  };
}
