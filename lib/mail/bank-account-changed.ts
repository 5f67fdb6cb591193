import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';

/** Tells an expert that money will go elsewhere. */
export function bankAccountChanged({ firstName, ibanEnd }: MailOf<'bank-account-changed'>): Content {
  return {
    subject: 'Bankový účet bol zmenený',
    greeting: greet(firstName),
    paragraphs: [
      `vo vašom profile je odteraz uvedený bankový účet, ktorého číslo sa končí na ${ibanEnd}.`,
      'Ak ste to neboli vy, zmeňte si heslo a bezodkladne nám dajte vedieť.',
    ],
  };
}
