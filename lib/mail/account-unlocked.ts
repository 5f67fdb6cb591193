import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies a user that an operator has unlocked the account, with the reason. */
export function accountUnlockedMail({
  firstName,
  frontendUrl,
  reason,
}: MailMessageOf<'account-unlocked'>): MailContent {
  return {
    subject: 'Váš účet sme odblokovali',
    preheader: 'Môžete sa znova prihlásiť.',
    greeting: greeting(firstName),
    paragraphs: [
      'váš účet sme odblokovali. Môžete sa znova prihlásiť.',
      `Dôvod: ${reason}`,
      'Ak heslo nepoznáte alebo ho môže poznať niekto iný, obnovte si ho na prihlasovacej stránke.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
