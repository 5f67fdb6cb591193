import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies a user of many failed logins to the account. Sent once a day at most. */
export function failedLoginsMail({ firstName, frontendUrl }: MailMessageOf<'failed-logins'>): MailContent {
  return {
    subject: 'Niekto sa pokúša prihlásiť do vášho účtu',
    preheader: 'Za poslednú hodinu sme odmietli veľa prihlásení s nesprávnym heslom.',
    greeting: greeting(firstName),
    paragraphs: [
      'za poslednú hodinu sme odmietli veľa pokusov o prihlásenie do vášho účtu s nesprávnym heslom. Zariadenia, na ktorých ste prihlásení, fungujú ďalej.',
      'Ak to nie ste vy, nemusíte robiť nič. Ak používate to isté heslo aj inde alebo sa dá ľahko uhádnuť, zmeňte si ho.',
    ],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
