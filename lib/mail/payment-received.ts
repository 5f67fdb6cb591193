import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatDays, formatEuros } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

/** Notifies a client that the payment was received and the contract is binding. */
export function paymentReceivedMail({
  firstName,
  expert,
  price,
  daysToComplete,
  testimony,
  link,
}: MailMessageOf<'payment-received'>): MailContent {
  return {
    subject: 'Prijali sme vašu platbu',
    preheader: `${testimonySummary(testimony)}: prijatie ponuky je záväzné.`,
    greeting: greeting(firstName),
    paragraphs: [
      `vašu platbu ${formatEuros(price)} za znalecký posudok sme prijali. Prijatie ponuky je záväzné.`,
      `Posudok vypracuje ${expert} a má naň ${formatDays(daysToComplete)}. Peniaze dostane, až keď posudok dodá.`,
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
