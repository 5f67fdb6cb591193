import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';
import { days, euros } from './slovak-figures.ts';

/** Tells a client that an expert has made an offer. */
export function newOffer({
  firstName,
  expert,
  price,
  daysToComplete,
  order,
  link,
}: MailOf<'new-offer'>): Content {
  return {
    subject: 'Máte novú ponuku na znalecký posudok',
    preheader: `${orderInShort(order)}: ${euros(price)}, ${days(daysToComplete)}.`,
    greeting: greet(firstName),
    paragraphs: ['na váš dopyt prišla nová ponuka.'],
    facts: [
      ['Znalec', expert],
      ['Cena', euros(price)],
      ['Čas na vypracovanie', days(daysToComplete)],
      ...orderInFacts(order),
    ],
    action: { label: 'Pozrieť ponuku', url: link },
  };
}
