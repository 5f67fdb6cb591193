import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMoment } from './slovak-formats.ts';
import { dueDateFacts, testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies a client that the expert has missed the due date and was reminded. */
export function overdueForClientMail({
  firstName,
  testimony,
  dueAt,
  link,
}: MailMessageOf<'overdue-for-client'>): MailContent {
  return {
    subject: 'Uplynul termín odovzdania vášho posudku',
    preheader: `${testimonySummary(testimony)}: posudok ešte nie je odovzdaný. Znalcovi sme to pripomenuli.`,
    greeting: greeting(firstName),
    paragraphs: [
      `termín odovzdania vášho znaleckého posudku uplynul ${formatMoment(dueAt)} a posudok ešte nie je odovzdaný. Znalcovi sme to pripomenuli.`,
      'Vaša platba je u nás: znalec dostane peniaze, až keď posudok odovzdá.',
    ],
    highlights: dueDateFacts(dueAt),
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
