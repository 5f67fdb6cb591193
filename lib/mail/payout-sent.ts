import type { MailMessageOf } from '../domain/model/mail.ts';
import { commissionFacts } from './commission-facts.ts';
import { greeting, type MailContent } from './content.ts';
import { formatEuros } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies an expert that the payout for a completed testimony was sent. */
export function payoutSentMail({
  firstName,
  amount,
  testimony,
  link,
  ...sums
}: MailMessageOf<'payout-sent'>): MailContent {
  return {
    subject: 'Poslali sme vám odmenu',
    preheader: `${testimonySummary(testimony)}: ${formatEuros(amount)}.`,
    greeting: greeting(firstName),
    paragraphs: [
      `za odovzdaný znalecký posudok sme vám poslali ${formatEuros(amount)}.`,
      'Peniaze prídu na váš účet podľa nastavení platobnej brány, spravidla do niekoľkých dní.',
    ],
    highlights: [['Vaša odmena', formatEuros(amount)]],
    facts: [...commissionFacts(sums), ...testimonyFacts(testimony)],
    action: { label: 'Otvoriť posudok', url: link },
  };
}
