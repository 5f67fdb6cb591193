import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMoment } from './slovak-formats.ts';
import { dueDateFacts, testimonyFacts, testimonySummary } from './testimonies.ts';

/** Reminds an expert of an approaching due date. */
export function dueSoonMail({ firstName, testimony, dueAt, link }: MailMessageOf<'due-soon'>): MailContent {
  return {
    subject: 'Blíži sa termín odovzdania posudku',
    preheader: `${testimonySummary(testimony)}: termín je ${formatMoment(dueAt)}.`,
    greeting: greeting(firstName),
    paragraphs: [
      `termín odovzdania znaleckého posudku je ${formatMoment(dueAt)}.`,
      'Hotový posudok odovzdajte na jeho stránke.',
    ],
    highlights: dueDateFacts(dueAt),
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
