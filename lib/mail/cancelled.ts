import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';

/** Tells an expert that the order behind an offer is gone. */
export function cancelled({ firstName, order, link, reason }: MailOf<'cancelled'>): Content {
  return {
    subject: 'Dopyt bol zrušený',
    preheader: `${orderInShort(order)}: vaša ponuka tým zanikla.`,
    greeting: greet(firstName),
    paragraphs: [
      'objednávateľ zrušil dopyt, na ktorý ste predložili ponuku. Vaša ponuka tým zanikla.',
      ...(reason ? [`Dôvod: ${reason}`] : []),
    ],
    facts: orderInFacts(order),
    action: { label: 'Otvoriť dopyt', url: link },
  };
}
