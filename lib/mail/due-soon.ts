import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';
import { moment } from './slovak-figures.ts';

/** Reminds an expert of a date that comes near. */
export function dueSoon({ firstName, order, dueAt, link }: MailOf<'due-soon'>): Content {
  return {
    subject: 'Blíži sa termín dodania posudku',
    preheader: `${orderInShort(order)}: termín je ${moment(dueAt)}.`,
    greeting: greet(firstName),
    paragraphs: [
      `termín dodania znaleckého posudku je ${moment(dueAt)}.`,
      'Ak je posudok hotový, nahrajte ho pri objednávke.',
    ],
    facts: orderInFacts(order),
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
