import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greeting } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

const MEANS: Readonly<Record<MailOf<'cancelled-by-platform'>['to'], string>> = {
  client: 'Celú platbu vám vrátime. O peniazoch vám napíšeme zvlášť.',
  expert: 'Posudok už prosím nedodávajte, odmena zaň nebude vyplatená.',
};

const IN_SHORT: typeof MEANS = {
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
}: MailOf<'cancelled-by-platform'>): Content {
  return {
    subject: 'Znalecký posudok sme zrušili',
    preheader: `${testimonySummary(testimony)}: ${IN_SHORT[to]}`,
    greeting: greeting(firstName),
    paragraphs: ['znalecký posudok sme zrušili.', ...(reason ? [`Dôvod: ${reason}`] : []), MEANS[to]],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
