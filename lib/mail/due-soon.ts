import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMoment } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Reminds an expert of an approaching due date. */
export function dueSoonMail({ firstName, testimony, dueAt, link }: MailMessageOf<'due-soon'>): MailContent {
  return {
    subject: 'Blíži sa termín dodania posudku',
    preheader: `${testimonySummary(testimony)}: termín je ${formatMoment(dueAt)}.`,
    greeting: greeting(firstName),
    paragraphs: [
      `termín dodania znaleckého posudku je ${formatMoment(dueAt)}.`,
      'Ak je posudok hotový, nahrajte ho na jeho stránke.',
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
