import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies a user that an operator has ended all sessions of the account, with the reason. */
export function sessionsEndedMail({
  firstName,
  frontendUrl,
  reason,
}: MailMessageOf<'sessions-ended'>): MailContent {
  return {
    subject: 'Odhlásili sme všetky vaše zariadenia',
    preheader: 'Heslo sa nezmenilo, prihláste sa znova.',
    greeting: greeting(firstName),
    paragraphs: [
      'odhlásili sme všetky zariadenia, na ktorých bol prihlásený váš účet. Heslo sa nezmenilo, prihláste sa znova.',
      `Dôvod: ${reason}`,
      'Ak vaše heslo môže poznať niekto iný, zmeňte si ho.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
