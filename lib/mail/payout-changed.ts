import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatEuros } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Tells the expert that a refund or a dispute has changed the payout. */
export function payoutChangedMail({
  firstName,
  testimony,
  link,
  before,
  amount,
}: MailMessageOf<'payout-changed'>): MailContent {
  return {
    subject: 'Zmena odmeny za posudok',
    preheader: `${testimonySummary(testimony)}: odmena je teraz ${formatEuros(amount)}.`,
    greeting: greeting(firstName),
    paragraphs: [
      `zmenila sa suma, ktorú klient za znalecký posudok zaplatil. Vaša odmena sa preto mení z ${formatEuros(before)} na ${formatEuros(amount)}.`,
      'Ak sme vám už poslali viac, rozdiel si vezmeme späť z vášho účtu v platobnej bráne.',
    ],
    highlights: [['Vaša odmena', formatEuros(amount)]],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
