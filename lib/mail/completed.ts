import type { LetterOf } from '../domain/letters.ts';
import { type Content, greet } from './layout.ts';

/** Tells a client that the testimony can be downloaded. */
export function completed({ firstName, link }: LetterOf<'completed'>): Content {
  return {
    subject: 'Váš znalecký posudok je hotový',
    greeting: greet(firstName),
    paragraphs: ['znalec dokončil váš znalecký posudok. Stiahnuť si ho môžete po prihlásení.'],
    action: { label: 'Otvoriť posudok', url: link },
  };
}
