import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies a user, at the previous e-mail address, that the account now uses another e-mail address. */
export function emailChangedMail({
  firstName,
  accountId,
  isReserved,
}: MailMessageOf<'email-changed'>): MailContent {
  return {
    subject: 'E-mailová adresa vášho účtu bola zmenená',
    preheader: 'Ak ste to neboli vy, bezodkladne nám dajte vedieť.',
    greeting: greeting(firstName),
    paragraphs: [
      'váš účet odteraz používa inú e-mailovú adresu. Na túto adresu už ďalšie správy posielať nebudeme. Z ostatných zariadení ste boli odhlásení.',
      'Ak ste to neboli vy, bezodkladne nám dajte vedieť.',
      ...(isReserved
        ? [
            'Pôvodnú adresu vám vieme vrátiť do 72 hodín od zmeny. Odpovedzte na túto správu a uveďte číslo účtu.',
          ]
        : []),
    ],
    facts: [['Číslo účtu', accountId]],
  };
}
