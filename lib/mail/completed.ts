import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';

/** Tells a client that the testimony can be downloaded. */
export function completed({ firstName, link }: MailOf<'completed'>): Content {
  return {
    subject: 'Váš znalecký posudok je hotový',
    greeting: greet(firstName),
    paragraphs: ['znalec dokončil váš znalecký posudok. Stiahnuť si ho môžete po prihlásení.'],
    action: { label: 'Otvoriť posudok', url: link },
  };
}
