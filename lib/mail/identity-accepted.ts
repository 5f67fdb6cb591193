import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';

/** Notifies an expert that the identity documents were accepted. */
export function identityAcceptedMail({
  firstName,
  frontendUrl,
}: MailMessageOf<'identity-accepted'>): MailContent {
  return {
    subject: 'Vaša totožnosť bola overená',
    preheader: 'Doklady, ktoré ste nám poslali, sú v poriadku.',
    greeting: greeting(firstName),
    paragraphs: ['doklady totožnosti, ktoré ste nám poslali, sme skontrolovali a sú v poriadku.'],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
