import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';

const MEANS: Readonly<Record<MailOf<'cancelled-by-platform'>['to'], string>> = {
  client: 'Celú platbu vám vrátime. O peniazoch vám napíšeme zvlášť.',
  expert: 'Posudok už prosím nedodávajte, odmena zaň nebude vyplatená.',
};

/** Tells both parties of an accepted order that an operator has cancelled it. */
export function cancelledByPlatform({
  firstName,
  city,
  reason,
  to,
}: MailOf<'cancelled-by-platform'>): Content {
  return {
    subject: 'Objednávku sme zrušili',
    greeting: greet(firstName),
    paragraphs: [
      `objednávku znaleckého posudku (${city}) sme zrušili.`,
      ...(reason ? [`Dôvod: ${reason}`] : []),
      MEANS[to],
    ],
  };
}
