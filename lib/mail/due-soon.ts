import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';
import { moment } from './slovak-figures.ts';

/** Reminds an expert of a date that comes near. */
export function dueSoon({ firstName, city, dueAt, link }: MailOf<'due-soon'>): Content {
  return {
    subject: 'Blíži sa termín dodania posudku',
    greeting: greet(firstName),
    paragraphs: [
      `termín dodania znaleckého posudku (${city}) je ${moment(dueAt)}.`,
      'Ak je posudok hotový, nahrajte ho pri objednávke.',
    ],
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
