import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies both e-mail addresses of an account that an operator has restored the former one. */
export function emailRestoredMail({
  firstName,
  frontendUrl,
  isRestoredAddress,
}: MailMessageOf<'email-restored'>): MailContent {
  const subject = 'Pôvodná e-mailová adresa účtu bola obnovená';
  if (!isRestoredAddress)
    return {
      subject,
      preheader: 'Účet túto adresu už nepoužíva.',
      greeting: greeting(firstName),
      paragraphs: [
        'účtu sme vrátili pôvodnú e-mailovú adresu a odhlásili sme z neho všetky zariadenia. Na túto adresu už ďalšie správy posielať nebudeme.',
        'Ak účet patrí vám, dajte nám vedieť.',
      ],
    };
  return {
    subject,
    preheader: 'Nastavte si nové heslo, staré už neplatí.',
    greeting: greeting(firstName),
    paragraphs: [
      'váš účet opäť používa túto e-mailovú adresu. Zo všetkých zariadení ste boli odhlásení a doterajšie heslo už neplatí.',
      'Odkaz na nové heslo vám posielame samostatne. Ak neprišiel alebo vypršal, na prihlasovacej stránke požiadajte o nový.',
      'Po prihlásení skontrolujte údaje účtu, najmä telefónne číslo a bankový účet.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
