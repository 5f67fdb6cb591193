import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMoment } from './slovak-formats.ts';
import { dueDateFacts, testimonyFacts, testimonySummary } from './testimonies.ts';

/** Tells the expert that a dispute has ended and everything goes on. */
export function workResumedMail({
  firstName,
  testimony,
  link,
  dueAt,
}: MailMessageOf<'work-resumed'>): MailContent {
  return {
    subject: dueAt ? 'Na posudku môžete pokračovať' : 'Odmena za posudok už nečaká na banku',
    preheader: `${testimonySummary(testimony)}: banka potvrdila platbu.`,
    greeting: greeting(firstName),
    paragraphs: [
      'banka klienta rozhodla v náš prospech a platba za znalecký posudok platí.',
      dueAt
        ? `Na posudku môžete pokračovať. Nový termín odovzdania je ${formatMoment(dueAt)}.`
        : 'S vyplatením odmeny pokračujeme.',
    ],
    highlights: dueDateFacts(dueAt),
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
