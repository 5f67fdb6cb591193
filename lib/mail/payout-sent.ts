import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';
import { euros } from './slovak-figures.ts';

/** Tells an expert that the money for delivered work is on its way. */
export function payoutSent({ firstName, amount, order, link }: MailOf<'payout-sent'>): Content {
  return {
    subject: 'Poslali sme vám odmenu',
    preheader: `${orderInShort(order)}: ${euros(amount)}.`,
    greeting: greet(firstName),
    paragraphs: [
      `za dokončený znalecký posudok sme vám poslali ${euros(amount)}.`,
      'Peniaze prídu na váš účet podľa nastavení platobnej služby, spravidla do niekoľkých dní.',
    ],
    facts: orderInFacts(order),
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
