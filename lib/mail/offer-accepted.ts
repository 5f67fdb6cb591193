import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';
import { days, euros } from './slovak-figures.ts';

/** Tells an expert that the offer was paid, and the work can begin. */
export function offerAccepted({
  firstName,
  client,
  price,
  daysToComplete,
  city,
  link,
}: MailOf<'offer-accepted'>): Content {
  return {
    subject: 'Vaša ponuka bola prijatá',
    greeting: greet(firstName),
    paragraphs: [
      `objednávateľ ${client} prijal a zaplatil vašu ponuku (${city}) za ${euros(price)}.`,
      `Na vypracovanie posudku máte ${days(daysToComplete)}. Kontaktné údaje nájdete pri objednávke.`,
    ],
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
