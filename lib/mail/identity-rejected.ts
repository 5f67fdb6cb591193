import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';

/** Tells an expert why the identity documents were not accepted. */
export function identityRejected({ firstName, reason }: MailOf<'identity-rejected'>): Content {
  return {
    subject: 'Doklady totožnosti sme nemohli prijať',
    greeting: greet(firstName),
    paragraphs: [
      'doklady totožnosti, ktoré ste nám poslali, sme skontrolovali, ale nemohli sme ich prijať.',
      ...(reason ? [`Dôvod: ${reason}`] : []),
      'Vo svojom profile môžete nahrať nové doklady.',
    ],
  };
}
