import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';
import { moment } from './slovak-figures.ts';

/** Reminds an expert of a date that has passed. */
export function overdue({ firstName, order, dueAt, link }: MailOf<'overdue'>): Content {
  return {
    subject: 'Uplynul termín dodania posudku',
    preheader: `${orderInShort(order)}: posudok prosím dodajte čo najskôr.`,
    greeting: greet(firstName),
    paragraphs: [
      `termín dodania znaleckého posudku uplynul ${moment(dueAt)}. Objednávateľ o tom vie.`,
      'Posudok prosím dodajte čo najskôr. Objednávku po termíne môžeme zrušiť a peniaze objednávateľovi vrátiť.',
    ],
    facts: orderInFacts(order),
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
