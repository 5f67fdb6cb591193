import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies an expert that the identity documents were rejected, with the reason if there is one. */
export function identityRejectedMail({
  firstName,
  frontendUrl,
  reason,
}: MailMessageOf<'identity-rejected'>): MailContent {
  return {
    subject: 'Doklady totožnosti sme nemohli prijať',
    preheader: 'Vo svojom profile môžete nahrať nové doklady.',
    greeting: greeting(firstName),
    paragraphs: [
      'doklady totožnosti, ktoré ste nám poslali, sme skontrolovali, ale nemohli sme ich prijať.',
      ...(reason ? [`Dôvod: ${reason}`] : []),
      'Vo svojom profile môžete nahrať nové doklady.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
