import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMoment } from './slovak-formats.ts';
import { dueDateFacts, testimonyFacts, testimonySummary } from './testimonies.ts';

/** Reminds an expert of a due date that has passed. */
export function overdueMail({ firstName, testimony, dueAt, link }: MailMessageOf<'overdue'>): MailContent {
  return {
    subject: 'Uplynul termín odovzdania posudku',
    preheader: `${testimonySummary(testimony)}: posudok prosím odovzdajte čo najskôr.`,
    greeting: greeting(firstName),
    paragraphs: [
      `termín odovzdania znaleckého posudku uplynul ${formatMoment(dueAt)}. Klient o tom vie.`,
      'Posudok prosím odovzdajte čo najskôr. Ak bude meškať viac ako sedem dní, klient ho môže zrušiť a platba sa mu vráti.',
    ],
    highlights: dueDateFacts(dueAt),
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
