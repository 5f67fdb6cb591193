import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';

/** Tells an expert that the order behind an offer is gone. */
export function cancelled({ firstName, city, reason }: MailOf<'cancelled'>): Content {
  return {
    subject: 'Dopyt bol zrušený',
    greeting: greet(firstName),
    paragraphs: [
      `objednávateľ zrušil dopyt (${city}), na ktorý ste predložili ponuku. Vaša ponuka tým zanikla.`,
      ...(reason ? [`Dôvod: ${reason}`] : []),
    ],
  };
}
