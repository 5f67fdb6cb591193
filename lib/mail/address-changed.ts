import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greeting } from './content.ts';

/** Goes to the address that was replaced. */
export function addressChanged({ firstName }: MailOf<'address-changed'>): Content {
  return {
    subject: 'E-mailová adresa vášho účtu bola zmenená',
    preheader: 'Ak ste to neboli vy, bezodkladne nám dajte vedieť.',
    greeting: greeting(firstName),
    paragraphs: [
      'váš účet odteraz používa inú e-mailovú adresu. Na túto adresu už ďalšie správy posielať nebudeme.',
      'Ak ste to neboli vy, bezodkladne nám dajte vedieť.',
    ],
  };
}
