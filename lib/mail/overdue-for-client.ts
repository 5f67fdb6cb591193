import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMoment } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies a client that the expert has missed the due date and was reminded. */
export function overdueForClientMail({
  firstName,
  testimony,
  dueAt,
  link,
}: MailMessageOf<'overdue-for-client'>): MailContent {
  return {
    subject: 'Uplynul termín dodania vášho posudku',
    preheader: `${testimonySummary(testimony)}: znalec posudok ešte nedodal. Pripomenuli sme mu to.`,
    greeting: greeting(firstName),
    paragraphs: [
      `termín dodania vášho znaleckého posudku uplynul ${formatMoment(dueAt)} a znalec ho ešte nedodal. Pripomenuli sme mu to.`,
      'Vaša platba je u nás: znalec dostane peniaze, až keď posudok dodá.',
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
