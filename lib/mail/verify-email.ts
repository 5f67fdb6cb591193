import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatMinutes } from './slovak-formats.ts';

/**
 * Asks a new user, or a user with a new e-mail address, to confirm the e-mail address. The e-mail address may belong to
 * somebody else, so the mail contains no personal data, not even a name.
 */
export function emailVerificationMail({ link, validMinutes }: MailMessageOf<'verify-email'>): MailContent {
  return {
    subject: 'Overte svoju e-mailovú adresu',
    preheader: `Stačí jedno kliknutie. Odkaz platí ${formatMinutes(validMinutes)}.`,
    greeting: greeting(null),
    paragraphs: ['ďakujeme za registráciu. Potvrďte, prosím, že táto e-mailová adresa patrí vám.'],
    action: { label: 'Overiť e-mailovú adresu', url: link },
    remarks: [
      `Odkaz platí ${formatMinutes(validMinutes)}.`,
      'Ak ste si účet nevytvorili vy, túto správu pokojne ignorujte.',
    ],
  };
}
