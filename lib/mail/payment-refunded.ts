import type { MailOf } from '../domain/model/job.ts';
import { type Content, greet } from './layout.ts';
import { euros } from './slovak-figures.ts';

/** Tells a client that a payment which came too late goes back. */
export function paymentRefunded({ firstName, amount, city }: MailOf<'payment-refunded'>): Content {
  return {
    subject: 'Vrátili sme vám platbu',
    greeting: greet(firstName),
    paragraphs: [
      `ponuka, ktorú ste zaplatili (${city}), už v okamihu platby nebola dostupná.`,
      `Celú sumu ${euros(amount)} sme vám preto vrátili. Na účet príde spravidla do niekoľkých dní.`,
    ],
  };
}
