import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

const CONSEQUENCES: Readonly<Record<MailMessageOf<'cancelled-by-platform'>['to'], string>> = {
  client: 'Celú platbu vám vrátime. O peniazoch vám napíšeme zvlášť.',
  expert: 'Posudok už prosím nedodávajte, odmena zaň nebude vyplatená.',
};

const SHORT_CONSEQUENCES: typeof CONSEQUENCES = {
  client: 'celú platbu vám vrátime.',
  expert: 'posudok už nedodávajte.',
};

/** Notifies the client or the assigned expert that an operator has cancelled their testimony. */
export function cancelledByPlatformMail({
  firstName,
  testimony,
  link,
  reason,
  to,
}: MailMessageOf<'cancelled-by-platform'>): MailContent {
  return {
    subject: 'Znalecký posudok sme zrušili',
    preheader: `${testimonySummary(testimony)}: ${SHORT_CONSEQUENCES[to]}`,
    greeting: greeting(firstName),
    paragraphs: ['znalecký posudok sme zrušili.', ...(reason ? [`Dôvod: ${reason}`] : []), CONSEQUENCES[to]],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
