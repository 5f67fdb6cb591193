import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMoment } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies a party that the client has cancelled a testimony that was not delivered in time. */
export function cancelledOverdueMail({
  firstName,
  testimony,
  link,
  to,
  dueAt,
}: MailMessageOf<'cancelled-overdue'>): MailContent {
  const isClient = to === 'client';
  const consequence = isClient
    ? 'Platbu vám vrátime. O peniazoch vám napíšeme zvlášť.'
    : 'Posudok už prosím neodovzdávajte, odmena zaň nebude vyplatená.';
  return {
    subject: isClient ? 'Zrušili ste znalecký posudok' : 'Klient zrušil znalecký posudok',
    preheader: `${testimonySummary(testimony)}: ${isClient ? 'platbu vám vrátime.' : 'posudok už neodovzdávajte.'}`,
    greeting: greeting(firstName),
    paragraphs: [
      `${isClient ? 'zrušili ste znalecký posudok' : 'klient zrušil znalecký posudok'}, pretože termín jeho odovzdania uplynul ${formatMoment(dueAt)}.`,
      consequence,
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
