import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies the account owner of a data export, in case another person exported the data. */
export function dataExportedMail({ firstName, frontendUrl }: MailMessageOf<'data-exported'>): MailContent {
  return {
    subject: 'Vaše údaje boli stiahnuté',
    preheader: 'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    greeting: greeting(firstName),
    paragraphs: [
      'z vášho účtu boli práve stiahnuté všetky údaje, ktoré o vás uchovávame.',
      'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
