import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';
import { moment } from './slovak-figures.ts';

/** Reminds an expert of a date that has passed. */
export function overdue({ firstName, city, dueAt, link }: MailOf<'overdue'>): Content {
  return {
    subject: 'Uplynul termín dodania posudku',
    greeting: greet(firstName),
    paragraphs: [
      `termín dodania znaleckého posudku (${city}) uplynul ${moment(dueAt)}. Objednávateľ o tom vie.`,
      'Posudok prosím dodajte čo najskôr. Objednávku po termíne môžeme zrušiť a peniaze objednávateľovi vrátiť.',
    ],
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
