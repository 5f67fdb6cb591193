import type { MailOf } from '../domain/model/job.ts';
import { type Content, greet } from './layout.ts';

/** The last mail to an account, at its address. */
export function accountClosed({ firstName }: MailOf<'account-closed'>): Content {
  return {
    subject: 'Váš účet bol zrušený',
    greeting: greet(firstName),
    paragraphs: [
      'váš účet na Trhovisku posudkov sme na vašu žiadosť zrušili a všetky prihlásenia sme odhlásili.',
      'Údaje, ktoré zo zákona uchovať nemusíme, vymažeme. Ak ste o zrušenie nežiadali, bezodkladne nám dajte vedieť.',
    ],
  };
}
