import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';
import { days, euros } from './slovak-figures.ts';

/** Tells a client that an expert has made an offer. */
export function newOffer({
  firstName,
  expert,
  price,
  daysToComplete,
  city,
  link,
}: MailOf<'new-offer'>): Content {
  return {
    subject: 'Máte novú ponuku na znalecký posudok',
    greeting: greet(firstName),
    paragraphs: [
      `na váš dopyt (${city}) prišla nová ponuka.`,
      `Znalec: ${expert}`,
      `Cena: ${euros(price)}`,
      `Čas na vypracovanie: ${days(daysToComplete)}`,
    ],
    action: { label: 'Pozrieť ponuku', url: link },
  };
}
