import type { MailOf } from '../domain/model/job.ts';
import { type Content, greet } from './layout.ts';
import { euros } from './slovak-figures.ts';

/** Tells an expert that the money for a delivered testimony is on its way. */
export function payoutSent({ firstName, amount, city }: MailOf<'payout-sent'>): Content {
  return {
    subject: 'Poslali sme vám odmenu za posudok',
    greeting: greet(firstName),
    paragraphs: [
      `odmenu ${euros(amount)} za dodaný znalecký posudok (${city}) sme poslali na váš účet u poskytovateľa platieb.`,
      'Na bankový účet príde spravidla do niekoľkých dní.',
    ],
  };
}
