import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as field from '../../../lib/validation/fields.ts';
import { slovakMessages } from '../../../lib/validation/slovak.ts';
import { fieldErrors, validateField } from './validate-field.ts';

describe('length limits of request fields', () => {
  const long = (text: string) => text.padEnd(4097, 'a1');

  it.each<[string, v.GenericSchema, string, string[]]>([
    ['a name', field.Name, long(''), ['Text môže mať najviac 255 znakov.']],
    ['an e-mail address', field.Email, long('jana@example.sk'), [slovakMessages.emailTooLong]],
    ['a password', field.Password, long(''), [slovakMessages.passwordTooLong]],
    ['a secret', field.Secret, long(''), ['Text môže mať najviac 4096 znakov.']],
    [
      'a phone number',
      field.Phone,
      '+421901234567'.padEnd(4097, ' ').concat('1'),
      [slovakMessages.phoneImpossible],
    ],
    ['a flag', field.Flag, long('yes'), [slovakMessages.flag]],
  ])('the field limit rejects %s of more than 4096 UTF-16 units', (_, schema, text, messages) => {
    expect(validateField(schema, text)).toEqual(fieldErrors(...messages));
  });

  it('an IBAN of more than 4096 characters, including blanks, is rejected', () => {
    const iban = (blanks: number) => `SK31${' '.repeat(blanks)}12000000198742637541`;

    expect(validateField(field.BankAccount, { iban: iban(4072) })).toEqual({ iban: iban(0) });
    expect(validateField(field.BankAccount, { iban: iban(4073) })).toEqual({
      'field.iban': [slovakMessages.iban],
    });
  });

  it('the characters of a text are counted after its normalisation, unless there are more than 4096', () => {
    const composed = (length: number) => 'a\u0301'.repeat(length / 2);

    expect(validateField(field.FreeText, composed(4000))).toBe('á'.repeat(2000));
    expect(validateField(field.Secret, composed(4096))).toBe('á'.repeat(2048));
    expect(validateField(field.FreeText, `${composed(4096)}a`)).toEqual(
      fieldErrors('Text môže mať najviac 2000 znakov.'),
    );
  });

  it('blanks around a text are not counted towards its length, except in a secret', () => {
    const blanks = ' '.repeat(5000);

    expect(validateField(field.Name, `${blanks}Ján${blanks}`)).toBe('Ján');
    expect(validateField(field.Name, blanks)).toEqual(fieldErrors('Toto pole je povinné.'));
    expect(validateField(field.Secret, blanks)).toEqual(fieldErrors('Text môže mať najviac 4096 znakov.'));
  });

  it('a list of more than 100 entries gets one error and no errors for its entries', () => {
    const unknown = (length: number) => validateField(field.Regions, Array(length).fill('xx')) as object;

    expect(Object.keys(unknown(100))).toHaveLength(101);
    expect(unknown(101)).toEqual(fieldErrors(slovakMessages.regions));
    expect(validateField(field.Regions, Array(101).fill('ba'))).toEqual(fieldErrors(slovakMessages.regions));
  });

  it('an object with more than 100 properties gets one error and no errors for its properties', () => {
    const wrong = (length: number) =>
      validateField(
        field.RealEstateProperties,
        Object.fromEntries(Array.from({ length }, (_, at) => [`p${at}`, -1])),
      ) as object;

    expect(Object.keys(wrong(100))).toHaveLength(100);
    expect(wrong(101)).toEqual(fieldErrors(slovakMessages.properties));
  });

  it.each([
    [1.0, 1],
    [365, 365],
    [0, fieldErrors(slovakMessages.days)],
    [Number.POSITIVE_INFINITY, fieldErrors(slovakMessages.days)],
    [Number.NEGATIVE_INFINITY, fieldErrors(slovakMessages.days)],
    [1.5, fieldErrors(slovakMessages.wholeNumber)],
    ['1', fieldErrors(slovakMessages.wholeNumber)],
  ])('the value %j is validated as a whole number of days', (value, expected) => {
    expect(validateField(field.DaysToComplete, value)).toEqual(expected);
  });
});
