import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies a user that an operator has ended all sessions of the account, with the reason. */
export function sessionsEndedMail({
  firstName,
  frontendUrl,
  reason,
}: MailMessageOf<'sessions-ended'>): MailContent {
  return {
    subject: 'Boli ste odhlásení zo všetkých zariadení',
    preheader: 'Heslo sa nezmenilo, prihláste sa znova.',
    greeting: greeting(firstName),
    paragraphs: [
      'zo všetkých zariadení ste boli odhlásení. Heslo sa nezmenilo, prihláste sa znova.',
      `Dôvod: ${reason}`,
      'Ak vaše heslo môže poznať niekto iný, zmeňte si ho.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
