import type { MailMessageOf } from '../domain/model/mail.ts';
import { commissionFacts } from './commission-facts.ts';
import { greeting, type MailContent } from './content.ts';
import { formatDays, formatEuros } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies an expert that the offer was accepted and paid, so the work can begin. */
export function offerAcceptedMail({
  firstName,
  client,
  price,
  commission,
  daysToComplete,
  testimony,
  link,
}: MailMessageOf<'offer-accepted'>): MailContent {
  return {
    subject: 'Vaša ponuka bola prijatá',
    preheader: `${testimonySummary(testimony)}: na vypracovanie máte ${formatDays(daysToComplete)}.`,
    greeting: greeting(firstName),
    paragraphs: [
      `klient ${client} prijal a zaplatil vašu ponuku za ${formatEuros(price)}.`,
      `Na vypracovanie posudku máte ${formatDays(daysToComplete)}. Kontaktné údaje nájdete pri posudku.`,
      'Odmenu vám pošleme po dodaní posudku.',
    ],
    facts: [
      ...commissionFacts({ price, commission }),
      ['Vaša odmena', formatEuros(price - commission)],
      ...testimonyFacts(testimony),
    ],
    action: { label: 'Otvoriť posudok', url: link },
  };
}
