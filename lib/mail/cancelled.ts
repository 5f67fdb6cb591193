import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies an expert that the client cancelled the testimony, which ends the expert's offer. */
export function cancelledMail({
  firstName,
  testimony,
  link,
  hasReason,
}: MailMessageOf<'cancelled'>): MailContent {
  return {
    subject: 'Posudok bol zrušený',
    preheader: `${testimonySummary(testimony)}: vaša ponuka tým zanikla.`,
    greeting: greeting(firstName),
    paragraphs: [
      'klient zrušil posudok, na ktorý ste poslali ponuku. Vaša ponuka tým zanikla.',
      ...(hasReason ? ['Klient uviedol aj dôvod. Nájdete ho na stránke posudku.'] : []),
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
