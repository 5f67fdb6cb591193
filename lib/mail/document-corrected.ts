import type { MailMessageOf } from '../domain/model/mail.ts';
import { complaintPeriodFacts, describeComplaintPeriod } from './complaint-period.ts';
import { greeting, type MailContent } from './content.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

const OPEN_COMPLAINT =
  'Vaša reklamácia zatiaľ trvá. Ak je opravený posudok v poriadku, potvrďte ho: reklamácia sa tým skončí a odmenu pošleme znalcovi.';

/** Notifies a client that the expert has delivered a corrected version of the document. */
export function documentCorrectedMail({
  firstName,
  testimony,
  link,
  isComplaintOpen,
  complaintUntil,
}: MailMessageOf<'document-corrected'>): MailContent {
  return {
    subject: 'Znalec odovzdal opravený posudok',
    preheader: `${testimonySummary(testimony)}: po prihlásení si stiahnete novú verziu.`,
    greeting: greeting(firstName),
    paragraphs: [
      'znalec odovzdal opravený znalecký posudok. Stiahnuť si ho môžete po prihlásení.',
      ...(isComplaintOpen ? [OPEN_COMPLAINT] : describeComplaintPeriod(complaintUntil)),
    ],
    highlights: isComplaintOpen ? [] : complaintPeriodFacts(complaintUntil),
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
