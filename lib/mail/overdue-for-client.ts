import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';
import { moment } from './slovak-figures.ts';

/** Tells a client that the expert is late, and that we know. */
export function overdueForClient({ firstName, city, dueAt, link }: MailOf<'overdue-for-client'>): Content {
  return {
    subject: 'Uplynul termín dodania vášho posudku',
    greeting: greet(firstName),
    paragraphs: [
      `termín dodania vášho znaleckého posudku (${city}) uplynul ${moment(dueAt)} a znalec ho ešte nedodal. Pripomenuli sme mu to.`,
      'Vaša platba je u nás: znalec dostane peniaze, až keď posudok dodá.',
    ],
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
