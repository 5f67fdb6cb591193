import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';

/** Tells an expert that another offer was accepted. */
export function notChosen({ firstName, order, link }: MailOf<'not-chosen'>): Content {
  return {
    subject: 'Vaša ponuka nebola vybraná',
    preheader: `${orderInShort(order)}: objednávateľ prijal ponuku iného znalca.`,
    greeting: greet(firstName),
    paragraphs: [
      'objednávateľ prijal na svoj dopyt ponuku iného znalca. Vaša ponuka tým zanikla.',
      'Ďakujeme, že ste ju predložili. Ďalšie otvorené dopyty nájdete vo svojom účte.',
    ],
    facts: orderInFacts(order),
    action: { label: 'Otvoriť dopyt', url: link },
  };
}
