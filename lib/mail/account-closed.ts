import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies a user that the account was closed. The account receives no later mail. */
export function accountClosedMail({ firstName }: MailMessageOf<'account-closed'>): MailContent {
  return {
    subject: 'Váš účet bol zrušený',
    preheader: 'Prihlásiť sa doň už nedá. Ponecháme len to, čo nám ukladá zákon.',
    greeting: greeting(firstName),
    paragraphs: [
      'váš účet sme na vašu žiadosť zrušili. Prihlásiť sa doň už nedá a vaše údaje vymažeme.',
      'Ponecháme len to, čo nám ukladá zákon: pri odovzdaných posudkoch meno, sumy a dátumy.',
    ],
    remarks: ['Zálohy, v ktorých sa vaše údaje ešte nachádzajú, zaniknú do 35 dní.'],
  };
}
