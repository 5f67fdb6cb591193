/** Finds the words for a letter: one file per mail beside this one. */
import type { LetterName, LetterOf } from '../domain/letters.ts';
import { expertApproved } from './expert-approved.ts';
import { type Content, lay, type Mail } from './layout.ts';
import { verifyEmail } from './verify-email.ts';

const WRITERS: { readonly [Name in LetterName]: (letter: LetterOf<Name>) => Content } = {
  'verify-email': verifyEmail,
  'expert-approved': expertApproved,
};

export function write<Name extends LetterName>(letter: LetterOf<Name>): Mail {
  const writer = WRITERS[letter.name as Name];
  return lay(writer(letter));
}
