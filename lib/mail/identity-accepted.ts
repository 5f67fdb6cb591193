import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';

/** Tells an expert that the identity documents are in order. */
export function identityAccepted({ firstName }: MailOf<'identity-accepted'>): Content {
  return {
    subject: 'Vaša totožnosť bola overená',
    greeting: greet(firstName),
    paragraphs: ['doklady totožnosti, ktoré ste nám poslali, sme skontrolovali a sú v poriadku.'],
  };
}
