import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greeting } from './content.ts';

/** Notifies an expert that the identity documents were accepted. */
export function identityAcceptedMail({ firstName, frontendUrl }: MailOf<'identity-accepted'>): Content {
  return {
    subject: 'Vaša totožnosť bola overená',
    preheader: 'Doklady, ktoré ste nám poslali, sú v poriadku.',
    greeting: greeting(firstName),
    paragraphs: ['doklady totožnosti, ktoré ste nám poslali, sme skontrolovali a sú v poriadku.'],
    action: { label: 'Otvoriť môj účet', url: frontendUrl },
  };
}
