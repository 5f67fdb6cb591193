import { expect, it } from 'vitest';
import { insertNonBreakingCharacters } from '../../../lib/texts/non-breaking.ts';

it('insertNonBreakingCharacters joins one-letter words and the abbreviation of a number to the next word', () => {
  expect(insertNonBreakingCharacters('Znalec a klient (v kraji) i s „o posudku“ č. 5. Z 5 km')).toBe(
    'Znalec a\u00a0klient (v\u00a0kraji) i\u00a0s\u00a0„o\u00a0posudku“ č.\u00a05. Z\u00a05 km',
  );
});

it('insertNonBreakingCharacters joins the parts of the word e-mail, but changes no e-mail address', () => {
  expect(insertNonBreakingCharacters('Píšte e-mailom na e-mail@znalci.sk')).toBe(
    'Píšte e\u2011mailom na e-mail@znalci.sk',
  );
});
