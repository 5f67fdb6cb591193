import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';
import { moment } from './slovak-figures.ts';

/** Tells a client that the expert is late, and that we know. */
export function overdueForClient({ firstName, order, dueAt, link }: MailOf<'overdue-for-client'>): Content {
  return {
    subject: 'Uplynul termín dodania vášho posudku',
    preheader: `${orderInShort(order)}: znalec posudok ešte nedodal. Pripomenuli sme mu to.`,
    greeting: greet(firstName),
    paragraphs: [
      `termín dodania vášho znaleckého posudku uplynul ${moment(dueAt)} a znalec ho ešte nedodal. Pripomenuli sme mu to.`,
      'Vaša platba je u nás: znalec dostane peniaze, až keď posudok dodá.',
    ],
    facts: orderInFacts(order),
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
