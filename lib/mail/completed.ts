import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';

/** Tells a client that the testimony can be downloaded. */
export function completed({ firstName, order, link }: MailOf<'completed'>): Content {
  return {
    subject: 'Váš znalecký posudok je hotový',
    preheader: `${orderInShort(order)}: po prihlásení si ho môžete stiahnuť.`,
    greeting: greet(firstName),
    paragraphs: ['znalec dokončil váš znalecký posudok. Stiahnuť si ho môžete po prihlásení.'],
    facts: orderInFacts(order),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
