import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';

/** Tells an expert that another offer was accepted. */
export function notChosen({ firstName, city }: MailOf<'not-chosen'>): Content {
  return {
    subject: 'Vaša ponuka nebola vybraná',
    greeting: greet(firstName),
    paragraphs: [
      `objednávateľ prijal na svoj dopyt (${city}) ponuku iného znalca. Vaša ponuka tým zanikla.`,
      'Ďakujeme, že ste ju predložili. Ďalšie otvorené dopyty nájdete vo svojom účte.',
    ],
  };
}
