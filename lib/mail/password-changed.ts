import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies the account owner of a changed password, in case another person made the change. */
export function passwordChangedMail({
  firstName,
  frontendUrl,
}: MailMessageOf<'password-changed'>): MailContent {
  return {
    subject: 'Vaše heslo bolo zmenené',
    preheader: 'Ak ste to neboli vy, obnovte si heslo a dajte nám vedieť.',
    greeting: greeting(firstName),
    paragraphs: [
      'heslo k vášmu účtu bolo práve zmenené a z ostatných zariadení ste boli odhlásení.',
      'Ak ste to neboli vy, obnovte si heslo na prihlasovacej stránke a dajte nám vedieť.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
