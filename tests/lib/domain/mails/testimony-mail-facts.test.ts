import { expect, it } from 'vitest';
import { getFullName } from '../../../../lib/domain/mails/testimony-mail-facts.ts';

it.each([
  ['evil.sk', 'Novák', 'evil.\u2060sk Novák'],
  ['Ján', 'http://evil.sk/x', 'Ján http:\u2060//evil.\u2060sk/x'],
  ['jan@evil', null, 'jan@\u2060evil'],
  ['Ing. Ján', 'Novák, M.Sc.', 'Ing. Ján Novák, M.\u2060Sc.'],
])('the name %j %j has no link in a mail to the other party', (firstName, lastName, expected) => {
  expect(getFullName({ firstName, lastName })).toBe(expected);
});
