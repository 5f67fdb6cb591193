import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies an expert that the page was opened on which the account for payouts can be changed. */
export function paymentAccountOpenedMail({
  firstName,
  frontendUrl,
}: MailMessageOf<'payment-account-opened'>): MailContent {
  return {
    subject: 'Otvorili ste nastavenia výplat',
    preheader: 'Ak ste to neboli vy, zmeňte si heslo a dajte nám vedieť.',
    greeting: greeting(firstName),
    paragraphs: [
      'z vášho účtu bola otvorená stránka platobnej brány, na ktorej sa dá zmeniť bankový účet pre výplaty.',
      'Ak ste to neboli vy, zmeňte si heslo, skontrolujte v platobnej bráne číslo účtu a bezodkladne nám dajte vedieť.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
