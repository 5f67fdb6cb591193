import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMinutes } from './slovak-formats.ts';

/** Gives a user the link to the page where a forgotten password is replaced. */
export function passwordResetMail({
  firstName,
  link,
  validMinutes,
}: MailMessageOf<'password-reset'>): MailContent {
  return {
    subject: 'Obnovenie hesla',
    preheader: `Odkaz platí ${formatMinutes(validMinutes)} a dá sa použiť iba raz.`,
    greeting: greeting(firstName),
    paragraphs: ['požiadali ste o obnovenie hesla. Nové heslo si zvolíte na tejto stránke.'],
    action: { label: 'Zvoliť nové heslo', url: link },
    remarks: [
      `Odkaz platí ${formatMinutes(validMinutes)} a dá sa použiť iba raz.`,
      'Ak ste o obnovenie hesla nežiadali, túto správu pokojne ignorujte. Vaše heslo sa nezmenilo.',
    ],
  };
}
