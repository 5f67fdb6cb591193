import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';
import { euros } from './slovak-figures.ts';

/** Tells an expert that the money for delivered work is on its way. */
export function payoutSent({ firstName, amount, city, link }: MailOf<'payout-sent'>): Content {
  return {
    subject: 'Poslali sme vám odmenu',
    greeting: greet(firstName),
    paragraphs: [
      `za dokončený znalecký posudok (${city}) sme vám poslali ${euros(amount)}.`,
      'Peniaze prídu na váš účet podľa nastavení platobnej služby, spravidla do niekoľkých dní.',
    ],
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
