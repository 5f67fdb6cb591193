import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatDays, formatEuros } from './slovak-formats.ts';
import { dueDateFacts, testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies a client that the payment was received and the contract is binding. */
export function paymentReceivedMail({
  firstName,
  expert,
  price,
  daysToComplete,
  dueAt,
  testimony,
  link,
}: MailMessageOf<'payment-received'>): MailContent {
  return {
    subject: 'Prijali sme vašu platbu',
    preheader: `${testimonySummary(testimony)}: prijatie ponuky je záväzné.`,
    greeting: greeting(firstName),
    paragraphs: [
      `vašu platbu ${formatEuros(price)} za znalecký posudok sme prijali. Prijatie ponuky je záväzné.`,
      `Posudok vypracuje ${expert}, čas na vypracovanie je ${formatDays(daysToComplete)}. Peniaze od nás znalec dostane, až keď posudok odovzdá.`,
    ],
    highlights: [['Zaplatené', formatEuros(price)], ...dueDateFacts(dueAt)],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
