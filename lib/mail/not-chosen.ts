import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies an expert that the client accepted another expert's offer. */
export function notChosenMail({ firstName, testimony, link }: MailMessageOf<'not-chosen'>): MailContent {
  return {
    subject: 'Vaša ponuka nebola vybraná',
    preheader: `${testimonySummary(testimony)}: klient prijal ponuku iného znalca.`,
    greeting: greeting(firstName),
    paragraphs: [
      'klient prijal ponuku iného znalca. Vaša ponuka tým zanikla.',
      'Ďakujeme, že ste ju poslali. Ďalšie otvorené posudky nájdete vo svojom účte.',
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
