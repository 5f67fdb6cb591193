import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';
import { days, euros } from './slovak-figures.ts';

/** Tells an expert that the offer was paid, and the work can begin. */
export function offerAccepted({
  firstName,
  client,
  price,
  daysToComplete,
  order,
  link,
}: MailOf<'offer-accepted'>): Content {
  return {
    subject: 'Vaša ponuka bola prijatá',
    preheader: `${orderInShort(order)}: na vypracovanie máte ${days(daysToComplete)}.`,
    greeting: greet(firstName),
    paragraphs: [
      `objednávateľ ${client} prijal a zaplatil vašu ponuku za ${euros(price)}.`,
      `Na vypracovanie posudku máte ${days(daysToComplete)}. Kontaktné údaje nájdete pri objednávke.`,
    ],
    facts: orderInFacts(order),
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
