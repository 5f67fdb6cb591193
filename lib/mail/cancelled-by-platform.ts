import type { MailOf } from '../domain/model/job.ts';
import { type Content, greet } from './layout.ts';

/** Tells client and expert that an order which was paid has been ended by us, and why. */
export function cancelledByPlatform({ firstName, city, reason }: MailOf<'cancelled-by-platform'>): Content {
  return {
    subject: 'Objednávka bola zrušená',
    greeting: greet(firstName),
    paragraphs: [
      `zaplatenú objednávku znaleckého posudku (${city}) sme zrušili. Platba sa vracia objednávateľovi.`,
      ...(reason ? [`Dôvod: ${reason}`] : []),
    ],
  };
}
