import type { MailMessageOf } from '../domain/model/mail.ts';
import { complaintPeriodFacts, describeComplaintPeriod } from './complaint-period.ts';
import { greeting, type MailContent } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies a client that the testimony can be downloaded. */
export function completedMail({
  firstName,
  testimony,
  link,
  complaintUntil,
}: MailMessageOf<'completed'>): MailContent {
  return {
    subject: 'Váš znalecký posudok je hotový',
    preheader: `${testimonySummary(testimony)}: po prihlásení si ho môžete stiahnuť.`,
    greeting: greeting(firstName),
    paragraphs: [
      'znalec odovzdal váš znalecký posudok. Stiahnuť si ho môžete po prihlásení.',
      ...describeComplaintPeriod(complaintUntil),
    ],
    highlights: complaintPeriodFacts(complaintUntil),
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
