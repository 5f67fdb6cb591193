import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies a user that an operator has locked the account, with the reason. */
export function accountLockedMail({ firstName, reason }: MailMessageOf<'account-locked'>): MailContent {
  return {
    subject: 'Váš účet sme zablokovali',
    preheader: 'Do účtu sa zatiaľ nedá prihlásiť.',
    greeting: greeting(firstName),
    paragraphs: [
      'váš účet sme zablokovali. Zo všetkých zariadení ste boli odhlásení a prihlásiť sa zatiaľ nedá.',
      `Dôvod: ${reason}`,
      'Ak s tým nesúhlasíte alebo potrebujete pomoc, dajte nám vedieť.',
    ],
  };
}
