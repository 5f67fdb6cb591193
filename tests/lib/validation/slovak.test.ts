import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  getFieldMessage,
  getMissingFieldMessage,
  getTooLongMessage,
  summarizeErrors,
} from '../../../lib/validation/slovak.ts';

const collectErrors = (messages: string[]) =>
  Object.fromEntries(messages.map((text, index) => [`f${index}`, [text]]));

it.each([
  [1, 'Prvá.'],
  [2, 'Prvá. (a 1 ďalšia chyba)'],
  [3, 'Prvá. (a 2 ďalšie chyby)'],
  [5, 'Prvá. (a 4 ďalšie chyby)'],
  [6, 'Prvá. (a 5 ďalších chýb)'],
  [23, 'Prvá. (a 22 ďalších chýb)'],
])('the summary of %i validation messages has the right Slovak plural', (count, expected) => {
  expect(summarizeErrors(collectErrors(['Prvá.', ...Array(count - 1).fill('Iná.')]))).toBe(expected);
});

it('the summary of errors counts messages instead of fields', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constant('Chyba.'), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 9,
      }),
      lists => {
        const others = lists.flat().length - 1;
        const text = summarizeErrors(
          Object.fromEntries(lists.map((messages, index) => [`f${index}`, messages])),
        );
        expect(Number(/\(a (\d+) /.exec(text)?.[1] ?? 0)).toBe(others);
        expect(text.startsWith('Chyba.')).toBe(true);
      },
    ),
  );
});

it('the message for a missing field of an object names the field', () => {
  expect(getFieldMessage('missing', 'bankAccount.iban')).toBe('Zadajte IBAN.');
});

it('a missing field without its own message gets a general message', () => {
  expect(getMissingFieldMessage('elsewhere')).toBe('Toto pole je povinné.');
  expect(getTooLongMessage(2000)).toBe('Text môže mať najviac 2000 znakov.');
});
