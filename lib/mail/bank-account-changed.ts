import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies an expert that the bank account was changed. */
export function bankAccountChangedMail({
  firstName,
  frontendUrl,
  ibanEnd,
}: MailMessageOf<'bank-account-changed'>): MailContent {
  return {
    subject: 'Bankový účet bol zmenený',
    preheader: `Číslo nového účtu sa končí na ${ibanEnd}. Ak ste to neboli vy, dajte nám vedieť.`,
    greeting: greeting(firstName),
    paragraphs: [
      `vo vašom profile je odteraz uvedený bankový účet, ktorého číslo sa končí na ${ibanEnd}.`,
      'Vaše odmeny tým nepresmerujete. Platobná brána ich posiela na účet, ktorý ste zadali priamo u nej. Zmeniť ho môžete v časti Účet pre výplaty.',
      'Ak ste to neboli vy, zmeňte si heslo a bezodkladne nám dajte vedieť.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
